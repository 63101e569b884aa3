"""What a report says where figures leave out text or labels that others count."""

from brat_iaa.formats.cells import figure

_U_ALPHA = ("u-alpha", "nominal")
# A tenth of the text: whoever reads the figure takes it for one of all of it.
_MUCH = 0.1


def left_out_notes(layer) -> list:
    """Notes on a ScoreIndex: the share of the text without u-alpha, if it is large; spans whose
    labels are not on the scale.
    """
    return _without_u_alpha(layer) + _off_the_scale(layer)


def _off_the_scale(layer):
    every, ordered = (layer.overall.get(("alpha", name)) for name in ("nominal", "ordinal"))
    if None in (every, ordered) or every.items == ordered.items:
        return []
    return [
        f"Alpha by the order of the labels, and AC2, leave out {every.items - ordered.items} of "
        f"{every.items} spans: fewer than two annotators gave them a label that is in order = "
        f"{', '.join(layer.settings.order)}."
    ]


def _without_u_alpha(layer):
    score = layer.overall.get(_U_ALPHA)
    if score is None or score.value is None:
        return []
    share = score.missing / (score.items + score.missing)
    if share < _MUCH:
        return []
    return [
        f"u-alpha, cu-alpha and (k)u-alpha leave out a share of {figure(share)} of the text: "
        "sentences in which spans of one annotator overlap, and documents that one annotator "
        "alone has begun."
    ]
