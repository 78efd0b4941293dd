"""What people played, with its source: readers and writers of files, and the library."""
