"""What the page for the paper shows: the paragraph, the table, the works, and how to choose."""

from brat_iaa.paper.annotation import unknown
from brat_iaa.paper.methods import fingerprint, layers_in
from brat_iaa.paper.methods import paper as made_of
from brat_iaa.web.messages import NotFound
from brat_iaa.web.selection import choice

FILES = ("paragraph.txt", "table.tex", "works.bib")
_SNAPSHOTS = 12


def context(figures, args, snapshot, phases):
    """Variables of paper.html.

    args      request parameters: layer
    snapshot  the Snapshot that the page is about, None for the project as it is
    phases    web.phases.Phases, None where the viewer may not see them
    """
    layers = [layer.name for layer in layers_in(figures.agreement)]
    chosen = choice(args, "layer", layers, "layer") if layers else None
    return {
        "figures": figures,
        "parts": parts(figures, args, snapshot) if layers else None,
        "layers": layers,
        "layer": chosen,
        "unknown": unknown(figures.agreement),
        "snapshots": phases.with_figures()[-_SNAPSHOTS:] if phases is not None else [],
        "fingerprint": fingerprint(figures.agreement, chosen) if layers else "",
    }


def parts(figures, args, snapshot):
    """{name of the file: its text}; NotFound where there is nothing to report."""
    layers = [layer.name for layer in layers_in(figures.agreement)]
    if not layers:
        raise NotFound(
            "There is no figure over all annotators to report yet.",
            "Go on annotating: this page fills as soon as two annotators share a document.",
        )
    layer = choice(args, "layer", layers, "layer")
    found = made_of(figures.agreement, layer, snapshot.cited if snapshot else "")
    return dict(zip(FILES, found))


def twin(context):
    """The JSON twin."""
    return {
        "project": context["figures"].agreement.project,
        "layer": context["layer"],
        "layers": context["layers"],
        "fingerprint": context["fingerprint"],
        "parts": context["parts"],
        "unknown": list(context["unknown"]),
    }
