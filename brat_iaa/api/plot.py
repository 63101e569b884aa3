"""A picture of a project, in a notebook and as a file; the command plot writes the same."""

import os
from pathlib import Path
from typing import Union

from brat_iaa.errors import ConfigError
from brat_iaa.formats.picture import Drawing, titled, to_svg
from brat_iaa.formats.png import to_png

_FORMATS = (".svg", ".png")


class Plot:
    """A picture; a notebook shows it. ProjectAgreement.plot() makes it.

    title     what is drawn
    sentence  its figures in words
    svg       the picture as SVG, to put into a page
    """

    def __init__(self, drawing: Drawing) -> None:
        self._drawing = titled(drawing)
        self.title: str = drawing.title
        self.sentence: str = drawing.sentence
        self.svg: str = to_svg(self._drawing, paper=True)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write it: FILE.svg, or FILE.png if matplotlib is installed."""
        require_format(path)
        svg = Path(path).suffix.lower() == ".svg"
        data = f"{self.svg}\n".encode() if svg else to_png(self._drawing)
        try:
            Path(path).write_bytes(data)
        except OSError as error:
            raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture: {self.title}>"


def require_format(path: Union[str, "os.PathLike[str]"]) -> None:
    """Raise ConfigError unless the name of a file ends as that of a picture."""
    ending = Path(path).suffix
    if ending.lower() not in _FORMATS:
        raise ConfigError(
            f"{path}: found the ending “{ending}”, expected .svg or .png, as in "
            f"{Path(path).stem or 'figures'}.svg."
        )
