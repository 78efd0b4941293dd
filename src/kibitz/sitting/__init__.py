"""Sit down: a deal bid and played against the house, with a coach beside the player.

Data flows one way; read the files in this order:

    coached     a deal at the table: who sits where, the calls, the cards, what was noted
    keeping     the same as text that reads back, as a link, as a file
    moves       what may be done, and why not; taking back
    sight       what a seat may see: all that is shown, asked or judged is made of it alone
    house/      how the house calls and plays from any chair, with what that chair sees
    stops       where lines part: the cards that good players choose among, played out
    telling     the lie of the hidden cards that makes the difference, and how it is asked about
    whatif      a wrong card becomes a question, on a layout where it fails and another works
    planning    three or four lines to choose from when dummy comes down
    claiming    so many of the rest, however the unseen cards lie and are played
    words       the table in words
    deals       where deals come from
    coach       lets the house play, stops where lines part, asks and hints
    after/      what the defenders' cards told, and an expert's table, when all hands are open
    ending      the score beside others, what was decided, one lesson
    practice    first answers are noted, those to be learned become practice cards
    session     a player typing: text in, lines and the next question out

It holds no clock and reads no hidden card; the page and the terminal share it.
"""
