"""Pictures as PNG, by the matplotlib of whoever has one: it is imported here and nowhere else."""

import io

from brat_iaa.errors import BratIaaError
from brat_iaa.formats.picture import SIZE, TONES, Box, Dot, Stroke, one_line

_POINT = 0.72  # of a pixel, at the 100 pixels an inch in which pictures are drawn
_DENSITY = 200  # pixels an inch of the file


class NoMatplotlib(BratIaaError):
    """There is no matplotlib."""


def to_png(picture) -> bytes:
    """The picture as PNG. Raises NoMatplotlib."""
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ImportError:
        raise NoMatplotlib(
            "PNG is drawn by matplotlib, which is not installed. Write SVG, or install it: "
            "pip install 'brat-agreement[plot]'."
        ) from None
    figure = Figure(figsize=(picture.width / 100, picture.height / 100), dpi=_DENSITY)
    canvas = FigureCanvasAgg(figure)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_xlim(0, picture.width)
    axes.set_ylim(picture.height, 0)
    axes.axis("off")
    for number, mark in enumerate(picture.marks):
        _draw(axes, mark, number)
    file = io.BytesIO()
    canvas.print_png(file, metadata={"Title": picture.title, "Description": picture.sentence})
    return file.getvalue()


def _draw(axes, mark, order):
    from matplotlib.patches import Circle, Rectangle

    colour = TONES[mark.tone]
    if isinstance(mark, Stroke):
        x, y = zip(*mark.points)
        dashes = [float(length) for length in mark.dash.split()]
        (line,) = axes.plot(x, y, color=colour, linewidth=mark.width * _POINT, zorder=order)
        if dashes:
            line.set_linestyle((0, [length / mark.width for length in dashes]))
    elif isinstance(mark, Box):
        place = (mark.x, mark.y), mark.width, mark.height
        axes.add_patch(Rectangle(*place, facecolor=colour, linewidth=0, zorder=order))
    elif isinstance(mark, Dot):
        axes.add_patch(
            Circle(
                (mark.x, mark.y), mark.radius, edgecolor=colour, linewidth=1.6 * _POINT,
                facecolor=TONES["paper"] if mark.hollow else colour, zorder=order,
            )
        )  # fmt: skip
    else:
        axes.text(
            mark.x, mark.y, one_line(mark.text).replace("$", r"\$"), color=colour,
            fontsize=SIZE * _POINT, fontweight="bold" if mark.bold else "normal",
            ha={"start": "left", "middle": "center", "end": "right"}[mark.anchor],
            va="baseline", rotation=90 if mark.upright else 0, rotation_mode="anchor",
            zorder=order,
        )  # fmt: skip
