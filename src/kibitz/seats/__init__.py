"""A seat at a table of bridge programs: the table-manager protocol, version 18, both sides.

messages   a line -> what it says, and back
member     one seat's part of the conversation, as a state machine without a socket
manager    the table's part: four seats, board after board, as a state machine without a socket
wire       lines of bounded length over a socket
client     a seat that connects to a table elsewhere
host       a table that programs connect to
match      two teams, the same boards at two tables
"""
