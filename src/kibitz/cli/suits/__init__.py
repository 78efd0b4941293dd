"""``kibitz suit``, ``suits``, ``quiz``, ``tactics``: one suit, a file of them, practice, trees."""
