"""The ladder: nineteen themes, three levels each, and deals for every one of them.

themes      names and lessons, from one plain file
rungs       the deals that ship: a theme, a level, the decision that it comes to
climbing    what somebody has done of it, and the next deal for him
pointing    what is said of the theme at the table: before, at the call in question, at the end
"""
