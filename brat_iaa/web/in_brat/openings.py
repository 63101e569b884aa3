"""What is open in brat: document and annotator in each view of a project, and a figure of it for
brat's menu.
"""

from typing import NamedTuple, Optional

from brat_iaa.access.permissions import ALL
from brat_iaa.figures import short_name, statistic_name
from brat_iaa.formats.cells import figure
from brat_iaa.kinds import item_of
from brat_iaa.places.filters import Filters
from brat_iaa.report.places import in_words
from brat_iaa.web.figures import Figures
from brat_iaa.web.formatting import plural
from brat_iaa.web.viewers.projects import cleaned


class Opening(NamedTuple):
    """One view, and the place in it.

    partner   name shown of the annotator whom the viewer is compared with; "" in the view of
              everything
    figures   Figures of the view
    document  None if the view does not have it
    side      the annotator whose file it is, or the gold; None likewise
    """

    partner: str
    figures: Figures
    document: Optional[str] = None
    side: Optional[str] = None

    @property
    def found(self):
        """Differences that this side is in, in this document; in text order."""
        if self.document is None:
            return []
        of_side = Filters(document=self.document, annotator=self.side)
        return self.figures.agreement.places.select(of_side).differences


def openings(seen, collection, document):
    """List of Opening at the levels OWN and ALL, as far as the viewer may see.

    collection  of brat, below the project of the seen
    document    brat's name of it in the collection, or None
    """
    if seen.level == ALL:
        views = [("", seen.whole())]
    else:
        views = [(partner.shown, seen.pair(partner.shown)) for partner in seen.partners()]
    path = path_below(seen, collection, document)
    opened = []
    for partner, project in views:
        figures = project.figures()
        opened.append(Opening(partner, figures, *figures.places.get(path, (None, None))))
    return opened


def path_below(seen, collection, document):
    """Path of a document below the project, or of the collection if there is no document."""
    path = cleaned(collection).removeprefix(seen.name).strip("/")
    return "/".join(filter(None, (path, document)))


def address(site, seen, opened):
    """Path of the page about what is open, below the address of the site."""
    there = [project for project in opened if project.document is not None]
    chosen = next((each for each in there if each.found), there[0] if there else None)
    if chosen is None:
        return site.path("pages.overview", project=seen.name)
    return site.path(
        "pages.document",
        project=seen.name,
        name=chosen.document,
        a=chosen.side,
        **with_partner(chosen),
    )


def with_partner(project):
    """The parameter of a page's address that chooses the view of an Opening."""
    return {"with": project.partner} if project.partner else {}


MAIN = ("LAA", "masi")


def short(value):
    """A figure in two digits: .94, 1.00, >.99, −.25."""
    text = f"{value:.2f}".replace("-0.00", "0.00")
    if text == "1.00" and value < 1:
        text = ">0.99"
    return text.replace("-", "−").replace("0.", ".", 1)


def menu_figure(opened, document):
    """(text, sentence) about a document, or about the whole project if it is None.

    opened  list of Opening of one place; several are the viewer's pairs
    """
    figures = [(project.partner, *_main(project.figures, document)) for project in opened]
    figures = [(partner, name, score) for partner, name, score in figures if score is not None]
    if not figures:
        return "", "Nothing is compared here yet."
    return _text(figures), _sentence(figures)


def count_places(opened):
    """(number of places at which the side of some Openings differs, the same in words)"""
    every, between = set(), set()
    for project in opened:
        for item in project.found:
            place = (item.follows or item.item).key
            every.add(place)
            if project.figures.gold not in item.annotators:
                between.add(place)
    words = in_words(len(between), len(every) - len(between), " in this document")
    return len(every), words


def _main(figures, document):
    """(None, None) or ((short name, full name, what its items are), Score) to show."""
    for layer in figures.layers:
        scores = layer.overall if document is None else layer.documents.get(document, {})
        score = next((scores[key] for key in layer.main if key in scores), None)
        if score is not None:
            return (*_name(score), item_of(layer)), score
    return None, None


def _name(score):
    if (score.measure, score.statistic) == MAIN:
        return "LAA", f"LAA, {statistic_name('masi')}"
    name = short_name(score.measure, score.statistic)
    return name, f"{score.layer}: {name}"


def _text(figures):
    """One figure, or the lowest and the highest of the viewer's pairs."""
    name = figures[0][1][0]
    values = sorted(score.value for *about, score in figures if score.value is not None)
    if not values:
        return f"{name} undefined"
    ends = list(dict.fromkeys((short(values[0]), short(values[-1]))))
    return f"{name} {'–'.join(ends)}"


def _sentence(figures):
    full, item = figures[0][1][1:]
    if len(figures) == 1:
        score = figures[0][2]
        if score.value is None:
            why = score.undefined
            return f"{full}: undefined: {why}"
        items = plural(score.items, item).replace("\u00a0", " ")
        value = figure(score.value)
        return f"{full}: {value} over {items}"
    return f"{full}: " + ", ".join(
        f"{partner} {'undefined' if score.value is None else figure(score.value)}"
        for partner, name, score in figures
    )
