"""An auction judged: its calls beside the experts', its contract beside par and other tables.

Read the files in this order:

    auction     every call asked of the adviser of calls
    contracts   what the contract is worth, what par is, what others reached with the deal
    explain     the same in words
"""
