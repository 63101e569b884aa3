"""How far each annotator is with each document, and how well annotators agree in it."""

from collections import Counter
from typing import NamedTuple, Optional

from brat_iaa.corpus.project import NoFile
from brat_iaa.figures import figure_name, short_name
from brat_iaa.formats.cells import count, figure, named
from brat_iaa.formats.tables import COUNT, TEXT, ColumnType, Table
from brat_iaa.review.discussion import disputes

# What is said of an annotator's work on a document, least first.
NOT_BEGUN, BEGUN, DECIDING, DONE = STATES = ("not begun", "begun", "deciding", "done")
ADJUDICATED = "adjudicated"
MEANINGS = {
    NOT_BEGUN: "no annotation yet",
    BEGUN: "there are annotations; nothing has to be decided, and the annotator is not done",
    "n of m": "so many of the annotator’s own disagreements are decided",
    DONE: "all own disagreements are decided, or the annotator has none and is done",
}


class DocumentWork(NamedTuple):
    """An annotator's work on a document: one of STATES; how many of the own disagreements are
    decided, and how many there are.
    """

    state: str
    decided: int = 0
    own: int = 0

    @property
    def value(self):
        """For sorting: least done first."""
        return STATES.index(self.state), self.own and self.decided / self.own

    @property
    def in_words(self):
        return f"{self.decided} of {self.own}" if self.state == DECIDING else self.state


class TotalWork(NamedTuple):
    """An annotator's work on all documents: how many there are, and how many of them are not begun;
    of the own disagreements as in DocumentWork.
    """

    documents: int
    not_begun: int
    decided: int
    own: int
    state: str = "total"

    @property
    def in_words(self):
        if not self.own:
            return f"{self.documents - self.not_begun} of {self.documents} begun"
        return f"{self.decided} of {self.own}" + f", {self.not_begun} {NOT_BEGUN}" * bool(
            self.not_begun
        )


class DocumentProgress(NamedTuple):
    """A document.

    work           {annotator: DocumentWork} of those who have a file of it
    scores         {layer's name: leading Score of all who annotated it}
    disagreements  number of places at which annotators differ
    adjudicated    (number of these that are settled in the draft, of how many); None without one
    """

    document: str
    work: dict
    scores: dict
    disagreements: int
    adjudicated: Optional[tuple] = None

    @property
    def state(self):
        """The least of its annotators' STATES; ADJUDICATED, if they have begun and nothing is
        left.
        """
        least = min((work.state for work in self.work.values()), key=STATES.index)
        settled, every = self.adjudicated or (0, 0)
        return ADJUDICATED if least != NOT_BEGUN and 0 < every == settled else least


def decides(access) -> bool:
    """Whether annotators see their own disagreements, and so can decide on them: AccessSettings."""
    return access.review == "yes" and access.reveal != "none"


def documents_progress(agreement, access, decided, done, adjudicated=None) -> list:
    """List of DocumentProgress, in the order of documents. Before annotators may decide, they have
    nothing to decide.

    agreement    Agreement of all annotators
    access       AccessSettings
    decided      {annotator: {key: Review}} of the phase, as Reviews.all() gives it
    done         {annotator: when} of those who are done with the phase
    adjudicated  {document: (settled, all)} of a draft of the gold; None without one
    """
    own, settled = Counter(), Counter()
    for dispute in disputes(agreement, decided) if decides(access) else ():
        for opinion in dispute.sides:
            own[dispute.place.document, opinion.annotator] += 1
            settled[dispute.place.document, opinion.annotator] += bool(opinion.decision)
    begun = {name: {*table.annotators} for name, table in agreement.tables.items()}
    there = {name: {*names} for name, names in begun.items()}
    for left_out in agreement.excluded:
        if not isinstance(left_out, NoFile):
            there.setdefault(left_out.document, set()).update(left_out.annotators)
    numbers = Counter()
    for (_layer, document), number in agreement.annotator_places.by_document().items():
        numbers[document] += number
    rows = []
    for document in sorted(there):
        work = {}
        for name in agreement.annotators:
            if name in there[document]:
                both = settled[document, name], own[document, name]
                state = _state(name in begun.get(document, ()), *both, name in done)
                work[name] = DocumentWork(state, *both)
        scores = {
            index.name: score
            for index in _leading(agreement)
            if (score := index.documents.get(document, {}).get(index.main[0]))
        }
        of_draft = adjudicated and adjudicated.get(document)
        rows.append(DocumentProgress(document, work, scores, numbers[document], of_draft))
    return rows


def _state(begun, decided, own, done):
    if not begun:
        return NOT_BEGUN
    if decided < own:
        return DECIDING
    return DONE if own or done else BEGUN


def _leading(agreement):
    """The ScoreIndexes of the layers that have a leading figure."""
    return [index for index in agreement.score_indexes if index.main]


def _of_both(both):
    return "" if both is None else f"{both[0]} of {both[1]}"


_WORK = ColumnType(
    "l", lambda work: "" if work is None else work.in_words,
    lambda work: None if work is None else work._asdict(),
    cells=lambda work: ("" if work is None else work.in_words,),
    css=lambda work: "" if work is None else work.state.replace(" ", "-"),
)  # fmt: skip
_SCORE = ColumnType(
    "r", lambda score: figure(score and score.value), lambda score: score and score.value,
    cells=lambda score: (score and score.value,),
)  # fmt: skip
_BOTH = ColumnType("r", _of_both, lambda both: both and list(both), cells=lambda b: (_of_both(b),))


def document_table(agreement, rows) -> Table:
    """The Table of some DocumentProgress: a row for each document, a column for each annotator and
    for the agreement on each layer.
    """
    leading = _leading(agreement)
    names = [index.name for index in leading]
    key_of = {index.name: index.main[0] for index in leading}
    heads = names if len(names) > 1 else [short_name(*key) for key in key_of.values()]
    drafted = any(row.adjudicated is not None for row in rows)
    columns = [TEXT("document"), *(_WORK(name) for name in agreement.annotators)]
    columns += [_BOTH("adjudicated" if drafted else None, "adjudicated")]
    columns += [_SCORE(head, f"agreement_{name}") for head, name in zip(heads, names)]
    columns += [COUNT("disagreements"), TEXT(None, "state")]
    records = [
        (
            row.document, *map(row.work.get, agreement.annotators), row.adjudicated,
            *map(row.scores.get, names), row.disagreements, row.state,
        )
        for row in rows
    ]  # fmt: skip
    glossary = [f"{state}: {meaning}." for state, meaning in MEANINGS.items()]
    glossary += [
        f"{head}: {figure_name(*key_of[name])}{f' of {name}' * (head != name)}."
        for head, name in zip(heads, names)
    ]
    total = (
        "all",
        *(_total_work(rows, name) for name in agreement.annotators),
        tuple(map(sum, zip(*(row.adjudicated for row in rows if row.adjudicated)))) or None,
        *(index.overall[index.main[0]] for index in leading),
        sum(row.disagreements for row in rows),
        None,
    )
    return Table(
        "Documents", columns, records, glossary=tuple(glossary),
        total=total if len(rows) > 1 else None,
    )  # fmt: skip


def _total_work(rows, name):
    """The TotalWork of an annotator; None of one who has no document."""
    work = [row.work[name] for row in rows if name in row.work]
    return work and TotalWork(
        len(work), sum(each.state == NOT_BEGUN for each in work),
        sum(each.decided for each in work), sum(each.own for each in work),
    ) or None  # fmt: skip


_DAY = ColumnType("l", lambda when: (when or "not yet")[:10], lambda when: when)


def annotator_table(agreement, rows, decided, done) -> Table:
    """The Table of annotators: how many documents are in which state, what was decided."""
    records = []
    for name in agreement.annotators:
        work = [row.work[name] for row in rows if name in row.work]
        states = Counter(each.state for each in work)
        said = Counter(review.decision for review in decided.get(name, {}).values())
        records.append((
            name, len(work), states[NOT_BEGUN], states[DONE],
            (sum(each.decided for each in work), sum(each.own for each in work)),
            *(said[decision] for decision in ("keep", "wrong", "unclear")), done.get(name),
        ))  # fmt: skip
    columns = [TEXT("annotator"), COUNT("documents"), COUNT(NOT_BEGUN), COUNT(DONE)]
    columns += [_BOTH("decided"), *map(COUNT, ("keep", "correct", "discuss"))]
    return Table("Annotators", [*columns, _DAY("is done", "done_since")], records)


def next_steps(rows, access, done) -> list:
    """Sentences: whom one waits for, and what can be done now.

    rows    list of DocumentProgress
    access  AccessSettings; done: {annotator: when}
    """
    open_of, missing = Counter(), Counter()
    for row in rows:
        for name, work in row.work.items():
            open_of[name] += work.own - work.decided
            missing[name] += work.state == NOT_BEGUN
    waiting = []
    for name in open_of:
        tasks = [f"{open_of[name]} to decide"] * bool(open_of[name])
        tasks += [f"{count(missing[name], 'document')} not begun"] * bool(missing[name])
        tasks = tasks or ["not done"] * (decides(access) and name not in done)
        if tasks:
            waiting.append(f"{name} ({', '.join(tasks)})")
    # Before annotators decide, it is enough that all have annotated.
    enough = {DONE} if decides(access) else {DONE, BEGUN}
    ready = [row for row in rows if len(row.work) > 1 and _is_ready(row, enough)]
    sentences = []
    if not decides(access):
        sentences.append("Annotators do not see their disagreements yet.")
    if waiting:
        sentences.append(f"Waiting for {named(waiting)}.")
    if ready:
        number = sum(_left(row) for row in ready)
        documents = ready[0].document if len(ready) == 1 else count(len(ready), "document")
        what = count(number, "disagreement")
        sentences.append(f"Ready to be adjudicated: {documents}, with {what}.")
    return sentences or ["Nothing is left to decide."]


def _is_ready(row, enough):
    return _left(row) > 0 and enough.issuperset(work.state for work in row.work.values())


def _left(row):
    """Number of its disagreements that are not adjudicated."""
    if row.adjudicated is None:
        return row.disagreements
    settled, every = row.adjudicated
    return every - settled


def adjudicated_in(work) -> dict:
    """{document: (number of its disagreements that are settled, of how many)} of a draft's
    Worklist.
    """
    counted = {name: [0, 0] for name in work.documents}
    for case in work.cases:
        counted[case.document][0] += not case.left
        counted[case.document][1] += 1
    return {name: tuple(both) for name, both in counted.items()}


def own_work(progress) -> dict:
    """{document: DocumentWork} of one annotator, of nothing but the own disagreements.

    progress  review.progress.Progress
    """
    own, left = Counter(), Counter()
    for standing in progress.standings:
        own[standing.item.document] += 1
        left[standing.item.document] += standing.status in ("open", "changed")
    both = {name: (own[name] - left[name], own[name]) for name in sorted(own)}
    return {name: DocumentWork(_state(True, *two, False), *two) for name, two in both.items()}


def own_table(work) -> Table:
    """The Table of own_work()."""
    return Table(
        "Your documents",
        [TEXT("document"), _WORK("you", "own"), TEXT(None, "state")],
        [(name, own, own.state) for name, own in work.items()],
    )
