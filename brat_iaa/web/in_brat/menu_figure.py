"""Agreement at a glance: one short figure for brat's menu, and a sentence about it."""

from brat_iaa.figures import short_name
from brat_iaa.formats.cells import figure
from brat_iaa.kinds import item_of
from brat_iaa.places.place import key_of
from brat_iaa.report.places import in_words
from brat_iaa.web.formatting import STATISTIC_NAMES, plural

MAIN = ("LAA", "masi")


def short(value):
    """A figure in two digits: .94, 1.00, >.99, −.25."""
    text = f"{value:.2f}".replace("-0.00", "0.00")
    if text == "1.00" and value < 1:
        text = ">0.99"
    return text.replace("-", "−").replace("0.", ".", 1)


def of_openings(opened, document):
    """(text, sentence) about a document, or about the whole project if it is None.

    opened  list of Opening of one place; several are the viewer's pairs
    """
    known = [(project.partner, *_main(project.figures, document)) for project in opened]
    known = [(partner, name, score) for partner, name, score in known if score is not None]
    if not known:
        return "", "Nothing is compared here yet."
    return _text(known), _sentence(known)


def of_figures(known):
    """The same of FiguresOnly."""
    scores = {(score.measure, score.statistic): score for score in known.scores}
    found = scores.get(MAIN) or next(iter(known.scores), None)
    if found is None:
        return "", "Nothing is compared here yet."
    name = _name(found)
    if found.value is None:
        told = f"{name[1]}: undefined; the whole project."
        return f"{name[0]} undefined", told
    return (
        f"{name[0]} {short(found.value)}",
        f"{name[1]}: {short(found.value)}; the whole project, as of {day(known)}",
    )


def day(known):
    """The date of FiguresOnly."""
    return known.as_of.date().isoformat()


def count(opened):
    """(number of places at which the side of some Openings differs, the same in words)"""
    every, between = set(), set()
    for project in opened:
        for found in project.found:
            every.add(key_of(found))
            if project.figures.gold not in found.annotators:
                between.add(key_of(found))
    words = in_words(len(between), len(every) - len(between), " in this document")
    return len(every), words


def _main(figures, document):
    """(None, None) or ((short name, full name, what its items are), Score) to show."""
    for layer in figures.layers:
        own = layer.overall if document is None else layer.documents.get(document, {})
        score = next((own[key] for key in layer.main if key in own), None)
        if score is not None:
            return (*_name(score), item_of(layer)), score
    return None, None


def _name(score):
    if (score.measure, score.statistic) == MAIN:
        return "LAA", f"LAA, {STATISTIC_NAMES['masi']}"
    name = short_name(score.measure, score.statistic)
    return name, f"{score.layer}: {name}"


def _text(known):
    """One figure, or the lowest and the highest of the viewer's pairs."""
    name = known[0][1][0]
    values = sorted(score.value for *about, score in known if score.value is not None)
    if not values:
        return f"{name} undefined"
    ends = list(dict.fromkeys((short(values[0]), short(values[-1]))))
    return f"{name} {'–'.join(ends)}"


def _sentence(known):
    full, item = known[0][1][1:]
    if len(known) == 1:
        score = known[0][2]
        if score.value is None:
            why = score.undefined
            return f"{full}: undefined: {why}"
        items = plural(score.items, item).replace("\u00a0", " ")
        value = figure(score.value)
        return f"{full}: {value} over {items}"
    return f"{full}: " + ", ".join(
        f"{partner} {'undefined' if score.value is None else figure(score.value)}"
        for partner, name, score in known
    )
