"""Judging: calls, contracts and systems compared with what experts do.

Read the files in this order:

    contracts   a contract compared with par, and with other tables
    auction     every call of an auction compared with the experts' call
    explain     the same in words
    experts     the rules of a system compared with experts' calls
"""
