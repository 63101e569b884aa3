"""The page on annotators whose words or sentences differ, for those who see what everybody did."""

from brat_iaa.access.permissions import adjudicates
from brat_iaa.config import dependency_layer
from brat_iaa.corpus.project import OtherText
from brat_iaa.studies.segmentation import report
from brat_iaa.web.island_pages import study_page

OPEN_TO = adjudicates
LINK = ("Words and sentences differ between annotators: ", "what agrees on aligned words", ".")


def offered(agreement) -> bool:
    """Whether arcs are compared, and annotators have other tokens or texts in a document."""
    sizes = (table.sizes for table in agreement.tables.values())
    return dependency_layer(agreement.layers) is not None and (
        any(isinstance(exclusion, OtherText) for exclusion in agreement.excluded)
        or any(size < items for items, of_annotators in sizes for size in of_annotators.values())
    )


def _aligned(seen):
    def made():
        agreement, (reader, config) = seen.everything(), seen.reader(own_texts=True)
        # Files with other texts may change where those of the agreement do not.
        states = tuple(document.identity for document in reader.read().documents)
        return seen.made_of(
            agreement, lambda: report.segmentation(reader, config), "segmentation", states
        )

    return made


PAGES = study_page(
    "segmentation", report, _aligned, "Nothing to align", title="Words and sentences that differ"
)
