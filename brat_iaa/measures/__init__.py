"""Formulas alone: they know items and values, and nothing of brat or files.

What stands in __all__ takes plain lists and arrays.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from brat_iaa.measures.of_lists import Measured, alpha, f1, gcm, kappa, masi

__all__ = ["Measured", "alpha", "f1", "gcm", "kappa", "masi"]

if not TYPE_CHECKING:
    # Imported when first asked for: the command line starts faster without numpy.

    def __getattr__(name):
        if name in __all__:
            return getattr(import_module(f"{__name__}.of_lists"), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
