"""SIBL's memory: cases that are sequences of states, searched exactly, and the learners over them.

Only `kibitz cases` and the lab ask it; the rooms that answer players keep their cases on a `Shelf`.
"""
