"""What line charts as SVG have in common: strokes, grid, curves, and the names at their ends."""

from html import escape

# Okabe & Ito, darkened; each curve has a dash of its own too.
STROKES = (("#0060a0", "none"), ("#b34700", "7 3"), ("#00704f", "2 3"), ("#6b4c9a", "9 3 2 3"))


def chart(width, height, title, description, parts, classes="") -> str:
    """An SVG picture.

    description  plain text, for those who cannot see it
    parts        of SVG
    classes      for style sheets
    """
    named = f'class="{classes}" ' if classes else ""
    return (
        f'<svg {named}xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" role="img" font-family="sans-serif" font-size="12" '
        f'fill="#1b1d21"><title>{title}</title><desc>{escape(description)}</desc>'
        f"{''.join(parts)}</svg>"
    )


def grid_line(left, right, y, label, gap=6) -> str:
    """A horizontal line with its label on the left."""
    return (
        f'<path d="M{left} {y:.1f}H{right}" stroke="#e6e8ec"/>'
        f'<text x="{left - gap}" y="{y + 4:.1f}" text-anchor="end">{label}</text>'
    )


def centred(x, y, words) -> str:
    """Words, as SVG, around x."""
    return f'<text x="{x:.1f}" y="{y}" text-anchor="middle">{words}</text>'


def curve(points, colour, dash) -> str:
    """A line through [(x, y)]."""
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return (
        f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2" '
        f'stroke-dasharray="{dash}"/>'
    )


def names_apart(ends, lowest=float("inf")):
    """Yield (y of the name, name) of names at the ends of curves, a line apart, from the lowest
    upwards.

    ends    [(y of the end, name)]
    lowest  y of the line below the first name
    """
    for y, name in sorted(ends, reverse=True):
        lowest = min(y + 4, lowest - 14)
        yield lowest, name
