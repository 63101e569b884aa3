"""What the page of planning shows: how many more sentences figures need, and phases."""

from markupsafe import Markup

from brat_iaa.planning.forecast import needs, telling
from brat_iaa.planning.report import (
    LABELS,
    NOTE,
    sentence,
    telling_sentence,
    to_svg,
    to_tables,
)
from brat_iaa.scores import MEASURES
from brat_iaa.scores.index import layers_of
from brat_iaa.web.selection import choice, number

# Half widths to choose from, in thousandths.
WIDTHS = (5, 10, 20, 30, 50)


def context(figures, args, phases):
    """Variables of plan.html.

    args    request parameters: width in thousandths, layer, measure, show ("labels": all of them)
    phases  web.phases.Phases, None where the viewer may not see them
    """
    agreement = figures.agreement
    layers = [layer for layer in layers_of(agreement) if layer.overall]
    chosen = choice(args, "layer", [layer.name for layer in layers], "layer") if layers else None
    chosen = chosen or (layers[0].name if layers else None)
    thousandths = min(number(args, "width", 1, "width") or 10, 999)
    found = needs(agreement, thousandths / 1000, chosen) if layers else []
    told = _told(phases) if layers else None
    return {
        "figures": figures,
        "needs": found,
        "layers": [layer.name for layer in layers],
        "layer": chosen,
        "width": thousandths,
        "widths": sorted({*WIDTHS, thousandths}),
        "sentences": [sentence(need) for need in found[:1]],
        "picture": Markup(to_svg([need for need in found if need.score.label is None])),
        "tables": to_tables(found, args.get("show") == "labels"),
        "labels": sum(need.score.label is not None for need in found),
        "shown": LABELS,
        "note": NOTE,
        "told": told,
        "telling": telling_sentence(told) if told else None,
    }


def _told(phases):
    """The Telling of the last two snapshots; None if there are none to compare."""
    taken = phases.with_figures()[-2:] if phases is not None else []
    if len(taken) < 2:
        return None
    compared = phases.compare(*(snapshot.number for snapshot in taken))
    names = [own.name for own in (compared.earlier, compared.later)]
    return telling(names, compared.differences, compared.after.config.unit, MEASURES[1])
