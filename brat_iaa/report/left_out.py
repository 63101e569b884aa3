"""What a report says where alphas for unitizing leave out much of the text."""

from brat_iaa.formats.cells import figure

_U_ALPHA = ("u-alpha", "nominal")
# A tenth of the text: whoever reads the figure takes it for one of all of it.
_MUCH = 0.1


def left_out_notes(layer) -> list:
    """Notes on a ScoreIndex: the share of the text without u-alpha, if it is large."""
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
