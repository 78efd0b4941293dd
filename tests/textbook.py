"""Forty hands of our own, opened as the books of five-card majors do: hand, seat, call."""

from __future__ import annotations

TEXTBOOK: tuple[tuple[str, int, str], ...] = (
    # balanced hands by their points
    ("KQ5.AJ4.K973.QT6", 1, "1N"),
    ("AJ84.KQ5.A72.Q93", 2, "1N"),
    ("AQ6.K82.KJ954.K7", 3, "1N"),
    ("KJ95.AQ62.A7.KJ4", 1, "1C"),
    ("AQ7.KQ83.A4.KQJ5", 1, "2N"),
    ("KQ4.AJT.AKJ6.K83", 1, "2N"),
    ("AKQ4.AKJ2.AQ3.K5", 1, "2C"),
    ("AKQ.AQJ7.KQ4.AJ8", 2, "2C"),
    ("K84.QJ5.A973.K62", 1, "1D"),
    ("AK7.Q64.J82.KT93", 2, "1C"),
    # five-card majors
    ("AQ7.KJ985.K2.T43", 1, "1H"),
    ("KQJ84.A6.K973.52", 1, "1S"),
    ("AJT93.KQ852.A4.6", 2, "1S"),
    ("7.AQJ64.KQ8.AT52", 3, "1H"),
    ("AKT72.8.AQ63.K94", 1, "1S"),
    ("42.AKJT75.AQ.K83", 1, "1H"),
    ("AQ9652.K.AK74.Q3", 4, "1S"),
    ("K3.AQT84.KJ952.A", 1, "1H"),
    # minors
    ("K4.QJ3.AQJ96.K52", 1, "1N"),
    ("A8.K5.AKT974.Q62", 1, "1D"),
    ("AQ.7.K83.AQJ9642", 2, "1C"),
    ("AJ73.KQ62.A8.964", 1, "1C"),
    ("K965.A7.KQ82.J43", 1, "1D"),
    ("A.KQ74.AJ863.K95", 3, "1D"),
    ("KJ62.Q853.A4.AQ7", 1, "1N"),
    # strong ones
    ("AKQJ97.AKQ.A5.K4", 1, "2C"),
    ("AKJ.AKQT94.AQ.K3", 2, "2C"),
    # light openings by length
    ("AK984.KJ763.82.5", 1, "1S"),
    ("A5.AQJT4.Q9632.8", 2, "1H"),
    # weak twos and pre-empts
    ("KQJ974.63.T82.95", 1, "2S"),
    ("85.AQJ963.Q72.84", 2, "2H"),
    ("9.74.KQT983.A652", 1, "2D"),
    ("4.QJT9763.K82.95", 1, "3H"),
    ("KQJT874.5.J63.82", 3, "3S"),
    ("62.9.AQJT753.T84", 1, "3D"),
    ("AQJT9752.4.83.65", 2, "4S"),
    # hands that are passed
    ("KJ84.Q63.A72.J95", 1, "P"),
    ("Q73.KT4.J862.Q95", 2, "P"),
    ("A96432.75.Q8.J43", 4, "P"),
    ("J842.K93.T64.A75", 3, "P"),
)
