"""Commands of seats: a chair among bridge programs, a table for them, a match."""
