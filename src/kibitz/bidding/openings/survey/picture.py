"""The coverage of a case base as a picture: shapes down, points across, darker where fuller."""

from __future__ import annotations

from html import escape

from kibitz.bidding.openings.similarity.hierarchy import BANDS, SEATS, Hierarchy, HierarchyNode

_WIDTH, _HEIGHT, _LEFT, _TOP = 78, 17, 90, 56
_SHADES = ((0, "#ffffff"), (1, "#fde8c8"), (5, "#f7c58a"), (20, "#e08f4f"), (100, "#a8502a"))


def coverage_picture(hierarchy: Hierarchy, title: str) -> str:
    """An SVG drawing with one cell for each pattern and band of points, all seats together."""
    cells: dict[tuple[tuple[int, ...], tuple[int, int]], list[HierarchyNode]] = {}
    for node in hierarchy.nodes:
        cells.setdefault((node.pattern, node.band), []).append(node)
    patterns = list(dict.fromkeys(pattern for pattern, _ in cells))
    width = _LEFT + _WIDTH * len(BANDS) + 10
    height = _TOP + _HEIGHT * len(patterns) + 30
    drawn = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="8" y="20" font-size="14">{escape(title)}</text>',
        *(_text(_LEFT + _WIDTH * i + _WIDTH / 2, _TOP - 8, _band(b)) for i, b in enumerate(BANDS)),
    ]
    for row, pattern in enumerate(patterns):
        y = _TOP + _HEIGHT * row
        drawn.append(f'<text x="8" y="{y + 12}">{"-".join(map(str, pattern))}</text>')
        for column, band in enumerate(BANDS):
            if (pattern, band) in cells:
                drawn.append(_cell(_LEFT + _WIDTH * column, y, cells[pattern, band]))
    drawn.append(f'<text x="8" y="{height - 10}">Cases in all {len(SEATS)} seats</text>')
    return "\n".join((*drawn, "</svg>", ""))


def _cell(x: int, y: int, nodes: list[HierarchyNode]) -> str:
    count = sum(node.count for node in nodes)
    least = min(node.count for node in nodes)
    shade = next(colour for floor, colour in reversed(_SHADES) if least >= floor)
    ink = "#ffffff" if least >= 100 else "#222222"
    return (
        f'<rect x="{x}" y="{y}" width="{_WIDTH - 2}" height="{_HEIGHT - 2}" fill="{shade}" '
        'stroke="#cccccc"/>' + _text(x + _WIDTH / 2, y + 12, f"{count:,}", ink)
    )


def _text(x: float, y: float, words: str, ink: str = "#222222") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" fill="{ink}">{escape(words)}</text>'


def _band(band: tuple[int, int]) -> str:
    low, high = band
    return f"{low}+" if high == 37 else f"{low}-{high}"
