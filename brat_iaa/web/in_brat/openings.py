"""Which document and annotator of a project is open in brat, in each view that a viewer may see of
the project.
"""

from typing import NamedTuple, Optional

from brat_iaa.access.permissions import ALL
from brat_iaa.layers.disagreement import Filters
from brat_iaa.web.figures import Figures
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
        """Disagreements that this side is in, in this document; in text order."""
        if self.document is None:
            return []
        of_side = Filters(document=self.document, annotator=self.side)
        return self.figures.agreement.disagreements.select(of_side)


def openings(seen, collection, document):
    """List of Opening at the levels OWN and ALL, as far as the viewer may see.

    collection  of brat, below the project of the seen
    document    brat's name of it in the collection, or None
    """
    if seen.level == ALL:
        views = [("", seen.whole())]
    else:
        views = [(partner.shown, seen.pair(partner)) for partner in seen.partners()]
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
    one = next((one for one in there if one.found), there[0] if there else None)
    if one is None:
        return site.path("pages.overview", project=seen.name)
    return site.path(
        "pages.document", project=seen.name, name=one.document, a=one.side, **with_partner(one)
    )


def with_partner(one):
    """The parameter of a page's address that chooses the view of an Opening."""
    return {"with": one.partner} if one.partner else {}
