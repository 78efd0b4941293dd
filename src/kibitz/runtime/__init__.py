"""Under every room: files on disk, many processes, machine code, and where a result comes from."""
