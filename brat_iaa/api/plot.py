"""A picture of a project, in a notebook and as a file; the command plot writes the same."""

import os
from pathlib import Path
from typing import Union

from brat_iaa.errors import ConfigError
from brat_iaa.formats.picture import Drawing, titled, to_svg


class Plot:
    """A picture; a notebook shows it. ProjectAgreement.plot() makes it.

    title     what is drawn
    sentence  its figures in words
    svg       the picture as SVG, to put into a page
    """

    def __init__(self, drawing: Drawing) -> None:
        self.title: str = drawing.title
        self.sentence: str = drawing.sentence
        self.svg: str = to_svg(titled(drawing), paper=True)

    def save(self, path: Union[str, "os.PathLike[str]"]) -> None:
        """Write it: FILE.svg."""
        require_format(path)
        try:
            Path(path).write_text(f"{self.svg}\n", "utf-8")
        except OSError as error:
            raise ConfigError(f"{path} cannot be written: {error.strerror}.") from None

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<picture: {self.title}>"


def require_format(path: Union[str, "os.PathLike[str]"]) -> None:
    """Raise ConfigError unless the name of a file ends as that of a picture."""
    ending = Path(path).suffix
    if ending.lower() != ".svg":
        raise ConfigError(
            f"{path}: found the ending “{ending}”, expected .svg, as in "
            f"{Path(path).stem or 'figures'}.svg."
        )
