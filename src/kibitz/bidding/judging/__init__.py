"""Judged beside experts: the calls of an auction, its contract (and par), the rules of a system.

Read the files in this order:

    auction     every call asked of the adviser of calls
    contracts   what the contract is worth, what par is, what others reached with the deal
    explain     the same in words
    experts     a system's rules beside what experts called with such hands
"""
