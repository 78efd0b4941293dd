"""``kibitz suit``, ``kibitz suits`` and ``kibitz quiz``: one suit, a file of them, practice."""
