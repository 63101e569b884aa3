"""The agreement of one project, and the comparison of two states of it, as flat records."""

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Optional

from brat_iaa.agreement import Agreement
from brat_iaa.errors import DataError
from brat_iaa.figures import figure_name, short_name
from brat_iaa.formats.cells import count, enumerated, figure_with_interval
from brat_iaa.formats.html import to_html
from brat_iaa.formats.tables import flat_rows
from brat_iaa.measures.score import Score
from brat_iaa.report import places
from brat_iaa.report.named_figures import UnknownFigure, labels_of, named_figure
from brat_iaa.report.patterns import pattern_list
from brat_iaa.report.scores import score_table
from brat_iaa.spelling import nearest

if TYPE_CHECKING:
    from brat_iaa.api.plot import Plot

Record = dict[str, Any]


class ProjectAgreement:
    """How far a project's annotators agree, and where they differ; brat_iaa.read() makes it.

    In a notebook it shows the tables of the report. Records are flat dicts of plain values, with
    the columns of CSV, so pandas.DataFrame and polars.DataFrame take a list of them as it is:

    >>> import brat_iaa as iaa
    >>> agreement = iaa.read("brat_iaa/demo/project")
    >>> agreement
    <agreement of anna, ben and carla in 4 documents: 68 disagreements; LAA .912 [.893, .928]>
    >>> laa = agreement.score("LAA")
    >>> print(f"{laa['value']:.3f} [{laa['low']:.3f}, {laa['high']:.3f}], {laa['items']} tokens")
    0.912 [0.893, 0.928], 464 tokens
    >>> hardest = max(agreement.documents, key=lambda document: document["places"])
    >>> hardest["document"], hardest["annotators"], hardest["places"]
    ('first_job', 'anna, ben, carla', 20)
    """

    def __init__(self, agreement: Agreement) -> None:
        self._agreement = agreement

    @property
    def name(self) -> str:
        """Name of the project."""
        return self._agreement.project

    @property
    def annotators(self) -> list[str]:
        """Names of those who annotated anything."""
        return list(self._agreement.annotators)

    @property
    def layers(self) -> dict[str, str]:
        """{name of what is compared: its kind}."""
        return {layer.name: layer.kind for layer in self._agreement.layers}

    @cached_property
    def scores(self) -> list[Record]:
        """Every figure: of the project, each pair, label, document and group of documents.

        As report --format csv, and figure: its name in reports, e.g. "F1, overlap".
        """
        return _records(self._agreement.scores, self._agreement.groups)

    @cached_property
    def if_finished(self) -> list[Record]:
        """Leading figures as they would be if empty files were documents in which nothing was
        found; [] where no figure would be another. read(…, empty="nothing") counts them.
        """
        return _records(self._agreement.if_finished)

    def score(
        self,
        name: str,
        *,
        annotators: Optional[Iterable[str]] = None,
        document: Optional[str] = None,
        label: Optional[str] = None,
    ) -> Record:
        """One figure by a name that a report prints.

        name        e.g. "LAA", "F1, overlap", "LAA:alpha"; of another layer "pos/kappa"
        annotators  whose figure it is (default: all of them)
        document, label  the part that it is about (default: the whole project)

        Raises BratIaaError with the names that there are.

        >>> import brat_iaa as iaa
        >>> agreement = iaa.read("brat_iaa/demo/project")
        >>> agreement.score("UAA:alpha", annotators=["anna", "ben"])["figure"]
        'UAA, alpha'
        """
        agreement = self._agreement
        try:
            figure = named_figure(name, agreement)
        except UnknownFigure as unknown:
            raise UnknownFigure(f"score({name!r}): {unknown.reason}", unknown.example) from None
        if document is not None and document not in agreement.tables:
            raise DataError(
                f"There is no document {document}.{nearest(document, agreement.tables)}"
            )
        labels = [] if label is None else labels_of(figure, agreement)
        if label is not None and label not in labels:
            raise DataError(f"{name}: no label {label}.{nearest(label, labels)}")
        given = None if annotators is None else list(annotators)
        wanted = None if given is None else sorted(given)
        about = "document" if document is not None else "label" if label is not None else ""
        asked = {name: (figure.key,) for name in (f"{about}s", f"{about}_pairs") if about}
        scores = [
            score
            for score in agreement.scores_of_figure(figure.layer, figure.key, **asked)
            if (score.document, score.label) == (document, label)
        ]
        chosen = [score for score in scores if wanted in (None, sorted(score.annotators))]
        most = max((len(score.annotators) for score in chosen), default=0)
        chosen = [score for score in chosen if len(score.annotators) == most]
        # A directed figure has one of each order.
        chosen.sort(key=lambda score: given is not None and [*score.annotators] != given)
        if wanted is None and len(chosen) > 1 or not chosen:
            there = "; ".join(", ".join(score.annotators) for score in scores) or "nobody"
            raise DataError(f"{name}: name the annotators that it is of. There are: {there}.")
        return _records(chosen[:1])[0]

    @cached_property
    def places(self) -> list[Record]:
        """Every place at which annotators differ: a record for each annotator who is compared.

        As disagreements --format csv, and place: its number, the same for all annotators there.
        """
        rows = enumerate(places.rows(self._agreement.places), 1)
        return [
            {"place": number, **record}
            for number, row in rows
            for record in places.flat_rows([row])
        ]

    @cached_property
    def patterns(self) -> list[Record]:
        """The labels that are confused, those first that bring most if they are settled."""
        return flat_rows(pattern_list(self._agreement.patterns))

    @cached_property
    def items(self) -> list[Record]:
        """Every item, agreed on or not, with a column for each annotator: what each of them drew.

        "" stands where an annotator was not compared. As report --format items.
        """
        from brat_iaa.report.items import item_rows

        return item_rows(self._agreement)

    def confusion(self, layer: Optional[str] = None) -> list[Record]:
        """How often two annotators gave which two labels, where they were compared; "" for nothing.

        layer  its name (default: the only one, or the dependencies)
        """
        agreement = self._agreement
        leading = agreement.dependencies or agreement.layers[0]
        name = leading.name if layer is None else layer
        if name not in self.layers:
            raise DataError(f"There is no layer {name}.{nearest(name, self.layers, 'Layers')}")
        fields = "annotator_1", "annotator_2", "label_1", "label_2", "items"
        return [
            dict(zip(fields, (*pair, *labels, int(number))))
            for pair, counts in agreement.confusion(name).items()
            for labels, number in counts.items()
        ]

    @cached_property
    def documents(self) -> list[Record]:
        """The documents that are compared, with the number of places at which annotators differ."""
        numbers: dict[str, int] = {}
        for (_, document), number in self._agreement.places.by_document().items():
            numbers[document] = numbers.get(document, 0) + number
        return [
            {
                "document": name,
                "annotators": ", ".join(self._agreement.annotators_of(name)),
                "sentences": len(table.sentence_starts),
                "places": numbers.get(name, 0),
            }
            for name, table in self._agreement.tables.items()
        ]

    @cached_property
    def problems(self) -> list[Record]:
        """What was left out of the figures, and what is odd in the files; line: None for all."""
        left_out = [
            (", ".join(f"{name}/{document}" for name in names) or document, None, "left-out", why)
            for document, names, why in self._agreement.excluded
        ]
        odd = [(own.file, own.line, own.code, own.message) for own in self._agreement.problems]
        return [dict(zip(("file", "line", "code", "message"), row)) for row in (*left_out, *odd)]

    def plot(
        self,
        what: Literal["layers", "labels", "documents", "annotators"] = "layers",
        layer: Optional[str] = None,
    ) -> "Plot":  # fmt: skip
        """A picture, which a notebook shows and save() writes, as SVG.

        what   layers, labels, documents: figures with their intervals; annotators: each one's mean
               with the others
        layer  its name (default: the first that has what is drawn)

        >>> import brat_iaa as iaa
        >>> iaa.read("brat_iaa/demo/project").plot("layers")
        <picture: Agreement, with 95% intervals; items at the right>
        """
        from brat_iaa.api.plot import Plot
        from brat_iaa.report.plots import plot

        return Plot(plot(self._agreement, what, layer))

    def methods(self) -> str:
        """Two sentences and an appendix for a paper, and the works that they cite."""
        from brat_iaa.paper.methods import as_text

        return as_text(self._agreement)

    def __repr__(self) -> str:
        agreement = self._agreement
        figures = [
            f"{short_name(*key)} {figure_with_interval(layer.overall[key])}"
            for layer in (agreement.score_indexes if len(agreement.annotators) > 1 else ())
            for key in layer.main[:1]
            if key in layer.overall
        ]
        documents = count(len(agreement.tables), "document")
        differ = count(len(agreement.places), "disagreement")
        return (
            f"<agreement of {enumerated(agreement.annotators)} in {documents}: "
            f"{'; '.join([differ, *figures[:1]])}>"
        )

    def _repr_html_(self) -> str:
        from brat_iaa.report import tables

        return to_html(tables.summary(self._agreement), tables.tables(self._agreement))


def _records(scores: Iterable[Score], groups: Any = ()) -> list[Record]:
    rows = flat_rows(score_table(scores, groups))
    return [{"figure": figure_name(row["measure"], row["statistic"]), **row} for row in rows]


class ProjectComparison:
    """What differs between two states of a project; brat_iaa.compare() makes it.

    differences  of each figure, over the sentences that both states have: as compare --format csv
    changes      what became of each place at which annotators differed or differ
    """

    def __init__(
        self, before: ProjectAgreement, after: ProjectAgreement, margin: Optional[float] = None
    ) -> None:
        from brat_iaa.phases.report import change_rows, difference_table
        from brat_iaa.phases.states import ComparedStates

        compared = ComparedStates(before._agreement, after._agreement)
        self.differences: list[Record] = flat_rows(
            difference_table(compared.within(margin), "", "")
        )
        self.changes: list[Record] = change_rows(compared.changes)

    def __repr__(self) -> str:
        clear = [change for change in self.differences if change["change"]]
        return (
            f"<comparison: {count(len(self.changes), 'item')}, {len(clear)} of "
            f"{len(self.differences)} figures clearly differ>"
        )
