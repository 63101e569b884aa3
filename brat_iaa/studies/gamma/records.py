"""The record of gamma, a figure of layers of labels."""

from brat_iaa.kinds.figure_record import FigureRecord, Measure

KIND = "labels"
MEASURES = {
    "gamma": Measure(
        "gamma",
        "spans aligned so that boundaries and labels differ as little as possible, corrected for "
        "chance (Mathet et al. 2015)",
        "gamma",
    )
}
# fmt: off
FIGURES = (
    FigureRecord(
        KIND, "gamma", "combined", "gamma", None,
        "boundaries and labels of aligned spans, corrected for chance", None,
        "span of all annotators", "spans#gamma-formula", ("Mathet2015",),
        "Gamma {0} of spans with their labels{gamma}", 0),
)
# fmt: on


def wanted(settings) -> bool:
    """Whether the settings of a layer ask for it."""
    return getattr(settings, "gamma", "no") == "yes"
