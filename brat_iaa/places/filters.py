"""Filters of places, each declared once: its name, its words, what it takes and what it selects.

The command line, the list of places, the review and the comparison of phases offer some of these,
and add those that only they have. Filters says what each selects.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple, Optional, Union

from brat_iaa.config import coarse_labels
from brat_iaa.formats.display_names import NOT_ANNOTATED
from brat_iaa.kinds import DIFFERENCES
from brat_iaa.layers.difference import DIFFERENCE_NAMES, seen_kind, unordered
from brat_iaa.spelling import nearest

# Whether coarse labels take a difference away.
FINE, COARSE = "fine", "coarse"
# Who differs at a place: annotators from each other, or all of them from the gold alone.
ANNOTATORS, GOLD = "annotators", "gold"

# A label's value for "the annotator drew nothing", and how addresses said it before. Labels in brat
# have no blanks.
NOTHING, _FORMERLY = NOT_ANNOTATED, ("nothing drawn", "no arc", "(none)")
_KINDS = "; ".join(f"{name} ({difference.meaning})" for name, difference in DIFFERENCES.items())


class Filters(NamedTuple):
    """Conditions on differences, see PlaceList.select(); None: no condition.

    layer         name of a layer
    kind          one of DIFFERENCE_NAMES, seen from the pair; without a pair, from either annotator
    label         label of either annotator, or a tuple of labels; "": no arc
    labels        two labels, in the order of the pair; without a pair, in any order; one may be
                  None, for any
    annotator     one of the pair
    pair          both annotators, in any order
    between       of one or two sides: names of those of whom one is of the pair
    document      name, or a tuple of names
    sentence      number in the document
    sentences     {(document, number), ...}
    pos           span type of the token, by either annotator
    distance      (fewest, most) tokens between token and head, by either annotator; either bound
                  may be None
    distinction   FINE: labels alone differ, and coarse labels do not tell them apart; COARSE: all
                  others in layers with coarse labels
    coarse        ((layer, its setting coarse), ...) of these layers
    differ        (ANNOTATORS or GOLD, name of the gold)
    """

    layer: Optional[str] = None
    kind: Optional[str] = None
    label: Union[None, str, tuple] = None
    labels: Optional[tuple[str, str]] = None
    annotator: Optional[str] = None
    pair: Optional[tuple[str, str]] = None
    between: Optional[tuple] = None
    document: Union[None, str, tuple] = None
    sentence: Optional[int] = None
    sentences: Optional[frozenset] = None
    pos: Optional[str] = None
    distance: Optional[tuple[Optional[int], Optional[int]]] = None
    distinction: Optional[str] = None
    coarse: tuple[tuple[str, str], ...] = ()
    differ: Optional[tuple[str, Optional[str]]] = None


def condition(filters, seen_from="") -> Callable:
    """Function of a PairDifference, and of all at its place, that returns whether it meets Filters.

    seen_from  the annotator of each pair from whom kind and labels are seen; "": in any order
    """
    met = [*_of_places(filters), *_of_annotators(filters, seen_from), *_of_what(filters, seen_from)]
    return lambda each, there: all(meets(each, there) for meets in met)


def meeting(places, filters, seen_from="") -> list:
    """Whether a PairDifference at each of some Places meets Filters; None is no place."""
    meets = condition(filters, seen_from)
    return [
        place is not None and any(meets(each, place.differences) for each in place.differences)
        for place in places
    ]


def _of_places(filters):
    layer, document, sentence = filters.layer, filters.document, filters.sentence
    if layer is not None:
        yield lambda each, there: each.layer == layer
    if document is not None:
        documents = (document,) if isinstance(document, str) else document
        yield lambda each, there: each.document in documents
    if sentence is not None:
        yield lambda each, there: each.sentence == sentence
    if filters.sentences is not None:
        yield lambda each, there: (each.document, each.sentence) in filters.sentences


def _of_annotators(filters, seen_from):
    if seen_from:
        yield lambda each, there: seen_from in each.annotators
    if filters.annotator is not None:
        yield lambda each, there: filters.annotator in each.annotators
    if filters.pair is not None:
        yield lambda each, there: {*each.annotators} == {*filters.pair}
    if filters.between is not None:
        side, *other = filters.between
        yield lambda each, there: any(
            first in side and all(second in names for names in other)
            for first, second in (each.annotators, each.annotators[::-1])
        )
    if filters.differ is not None:
        who, gold = filters.differ
        if who == ANNOTATORS:
            yield lambda each, there: gold not in each.annotators
        else:
            yield lambda each, there: all(gold in other.annotators for other in there)


def _of_what(filters, seen_from):
    """Conditions on what differs."""
    kind, label, labels = filters.kind, filters.label, filters.labels

    def turned(each):
        return seen_from not in ("", each.annotators[0])

    if kind is not None and seen_from:
        yield lambda each, there: kind == (seen_kind(each.kind) if turned(each) else each.kind)
    elif kind is not None:
        yield lambda each, there: unordered(each.kind) == unordered(kind)
    if label is not None:
        wanted = {label} if isinstance(label, str) else {*label}
        # Of a span that both drew, no label is a label.
        wanted |= {NOTHING} & {*map(label_value, wanted)}
        yield (
            lambda each, there: (
                not wanted.isdisjoint(each.differing)
                or any(of_side in wanted and of_side in each.drawn.sets for of_side in each.labels)
            )
        )
    if labels is not None:
        yield lambda each, there: any(
            all(sought in (None, _label(given)) for sought, given in zip(labels, order))
            for order, other in ((each.labels, False), (each.labels[::-1], True))
            if not seen_from or other == turned(each)
        )
    if filters.distinction is not None:
        label_of = {layer: coarse_labels(setting) for layer, setting in filters.coarse}

        def fine(each):
            coarse = label_of[each.layer]
            return each.kind == "label" and coarse(each.labels[0]) == coarse(each.labels[1])

        yield (
            lambda each, there: (
                each.layer in label_of and fine(each) == (filters.distinction == FINE)
            )
        )
    if filters.distance is not None:
        fewest, most = filters.distance
        yield lambda each, there: any(
            distance is not None
            and distance >= (fewest or 0)
            and (most is None or distance <= most)
            for distance in each.drawn.distances(each)
        )
    if filters.pos is not None:
        yield lambda each, there: any(
            filters.pos in types.split("+") for types in each.drawn.types(each)
        )


class Filter(NamedTuple):
    """One filter, by a parameter of an address or an option.

    name     of the parameter; the option has hyphens
    noun     what its values are
    words    what stands before a value among the filters in use; "" where the value says it
    meaning  what it selects, for help
    takes    field of Vocabulary or a tuple: what it may be; an int: the lowest number; None: any
    part     whether a part of a name is enough
    title    what stands beside its field; "" for the noun
    """

    name: str
    noun: str
    words: str
    meaning: str = ""
    takes: object = None
    part: bool = False
    title: str = ""

    def check(self, text, vocabulary, typed=False):
        """The text as it stands in links. Raises FilterError if it cannot be meant.

        typed  whether somebody looks for a name on a page: none of that name is no error
        """
        if isinstance(self.takes, int):
            if not (text.isascii() and text.isdigit()) or len(text) > 9 or int(text) < self.takes:
                reason = f"{self.noun.capitalize()} “{text}” is not a whole number"
                raise FilterError(self.name, f"{reason} from {self.takes} up.")
            return str(int(text))
        text = NOTHING if text in _FORMERLY and self.noun == "label" else text
        allowed = self.takes
        if isinstance(allowed, str):
            allowed = getattr(vocabulary, allowed)
        if self.part and (typed or meant(text, allowed or ())):
            return text
        if allowed is not None and text not in allowed:
            allowed_names = allowed if isinstance(allowed, (tuple, list)) else sorted(allowed)
            reason = f"There is no such {self.noun}: “{text}”."
            raise FilterError(
                self.name, reason, nearest(text, allowed_names, "There are").strip(), text
            )
        return text


class FilterError(Exception):
    """A value that no filter can have: which filter, what is wrong, and what to do.

    text  the value, where another one would do
    """

    def __init__(self, name, reason, next_step="", text=None):
        super().__init__(reason)
        self.name, self.next_step, self.text = name, next_step, text


class Vocabulary(NamedTuple):
    """What filters can name in a project. labels have NOTHING among them.

    coarse  ((layer, its setting coarse), ...) of the layers with coarse labels
    search  function of words: {(document, number of a sentence)} of the sentences with them
    gold    name of the gold, or None
    """

    layers: tuple = ()
    annotators: tuple = ()
    labels: frozenset = frozenset()
    documents: tuple = ()
    types: frozenset = frozenset()
    distinctions: tuple = ()
    coarse: tuple = ()
    search: Callable = lambda words: frozenset()
    gold: Optional[str] = None

    @property
    def differing(self) -> tuple:
        """Who may differ at a place."""
        return (ANNOTATORS, GOLD) if self.gold else ()


FILTERS = {
    known.name: known
    for known in (
        Filter("text", "words", "words", "words in the sentence", title="Words in the text"),
        Filter("layer", "layer", "layer", "name of the layer in iaa.conf", "layers"),
        Filter(
            "kind", "kind", "kind", f"kind of disagreement, said of the pair: {_KINDS}",
            DIFFERENCE_NAMES,
        ),
        Filter(
            "a", "annotator", "",
            "disagreements that involve this annotator; a part of the name will do", "annotators",
            part=True,
        ),
        Filter(
            "b", "annotator", "", "the second of a pair that differs", "annotators", part=True,
            title="and",
        ),
        Filter(
            "label", "label", "label",
            "label, or a part of it, that one of them gave, where they differ in it", "labels",
            part=True,
        ),
        Filter("label_a", "label", "", "one of two labels; of a pair, the first’s", "labels"),
        Filter("label_b", "label", "", "the other label; of a pair, the second’s", "labels"),
        Filter(
            "document", "document", "document", "name of the document, or a part of it",
            "documents", part=True,
        ),
        Filter(
            "differ", "side", "who differs",
            "with a gold: annotators (from each other) or gold (annotators from the gold alone)",
            "differing", title="Who differs",
        ),
        Filter("sentence", "sentence", "sentence", "number of the sentence, from 1", 1),
        Filter(
            "distinction", "distinction", "distinction",
            "with coarse labels: fine (labels alone differ, coarse ones do not) or coarse (others)",
            "distinctions",
        ),
        Filter(
            "pos", "part of speech", "part of speech",
            "part of speech: span type of the token, by either annotator", "types",
        ),
        Filter(
            "min_distance", "smallest distance", "tokens to the head, from",
            "fewest tokens from token to head", 0, title="Tokens to the head, from",
        ),
        Filter(
            "max_distance", "largest distance", "tokens to the head, to",
            "most tokens from token to head", 0, title="to",
        ),
    )
}  # fmt: skip
# Shown as one, and removed as one.
TOGETHER = (("a", "b"), ("label_a", "label_b"))


def vocabulary(agreement):
    """The Vocabulary of an Agreement."""
    labels = {*agreement.places.labels, *agreement.labels, ""}
    for layer in agreement.layers:
        for counts in agreement.confusion(layer.name).values():
            labels.update(label for both in counts for label in both)
    settings = ((layer.name, getattr(layer.settings, "coarse", None)) for layer in agreement.layers)
    coarse = tuple((name, setting) for name, setting in settings if setting is not None)
    return Vocabulary(
        agreement.listed_layers,
        agreement.sides,
        frozenset(map(label_value, labels)),
        tuple(agreement.tables),
        frozenset(agreement.survey.inventory.spans),
        (FINE, COARSE) if coarse else (),
        coarse,
        search_in(agreement.tables),
        agreement.config.gold,
    )


def vocabulary_of(rows):
    """The Vocabulary of some places. rows: [(layer or "", document, number of the sentence, its
    text, labels)]
    """
    rows = list(rows)
    sentences = [row[1:4] for row in rows]
    return Vocabulary(
        layers=tuple(dict.fromkeys(row[0] for row in rows if row[0])),
        labels=frozenset(label_value(label) for row in rows for label in row[4]),
        documents=tuple(dict.fromkeys(row[1] for row in rows)),
        search=partial(sentences_with, sentences),
    )


def search_in(tables):
    """The same function as Vocabulary.search, of all sentences of some ComparedDocuments."""

    def search(words):
        sentences = (
            (document, number, table.text[sentence.start : sentence.end])
            for document, table in tables.items()
            if _plain(words) in _plain(table.text)
            for number, sentence in enumerate(table.sentences, 1)
        )
        return sentences_with(sentences, words)

    return search


def sentences_with(sentences, words):
    """{(document, number)} of some sentences, (document, number, text), with words in any case."""
    wanted = _plain(words)
    return frozenset(
        (document, number) for document, number, text in sentences if wanted in _plain(text)
    )


def _plain(text):
    return " ".join(text.casefold().split())


def meant(text, names):
    """Tuple of the names for which a text stands: the name itself, else those with it in them."""
    if text in names or not names:
        return (text,) if text in names else ()
    part = text.casefold()
    return tuple(name for name in names if part in name.casefold() and name != NOTHING)


def read(texts, offered, allowed=Vocabulary(), typed=False):
    """{name: text} of the offered Filters that texts give a value; raises FilterError. typed: as
    for Filter.check()
    """
    return {
        filter.name: filter.check(texts[filter.name], allowed, typed)
        for filter in offered
        if texts.get(filter.name)
    }


def filters_of(given, allowed=Vocabulary()):
    """Filters of what read() returned; raises FilterError for what does not go together.

    allowed  the Vocabulary that was read by
    """
    sides = [meant(given[name], allowed.annotators) for name in ("a", "b") if name in given]
    single = [side[0] for side in sides if len(side) == 1]
    if len(single) == 2 and single[0] == single[1]:
        reason = f"A pair needs two different annotators; both are “{single[0]}”."
        raise FilterError("b", reason, "Name another annotator for one of them, or only one.")
    first, second = (
        None if name not in given else _label(given[name]) for name in ("label_a", "label_b")
    )
    if (first is None) != (second is None):
        raise FilterError(
            "label_a",
            "A pair of labels needs both “label_a=” and “label_b=”.",
            "Use “label=” for a label of either annotator.",
        )
    ends = tuple(
        int(given[name]) if name in given else None for name in ("min_distance", "max_distance")
    )
    if None not in ends and ends[0] > ends[1]:
        reason = f"The smallest distance, {ends[0]}, is above the largest, {ends[1]}."
        raise FilterError("min_distance", reason, "Swap the two.")
    label = given.get("label")
    return Filters(
        layer=given.get("layer"),
        kind=given.get("kind"),
        label=label and (("",) if label == NOTHING else meant(label, allowed.labels)),
        labels=None if (first, second) == (None, None) else (first, second),
        annotator=single[0] if len(sides) == len(single) == 1 else None,
        pair=(single[0], single[1]) if len(single) == 2 else None,
        between=None if len(sides) == len(single) else tuple(sides),
        document=meant(given["document"], allowed.documents) if "document" in given else None,
        sentences=allowed.search(given["text"]) if "text" in given else None,
        sentence=int(given["sentence"]) if "sentence" in given else None,
        pos=given.get("pos"),
        distance=None if ends == (None, None) else ends,
        differ=(given["differ"], allowed.gold) if "differ" in given else None,
        distinction=given.get("distinction"),
        coarse=allowed.coarse if "distinction" in given else (),
    )


def in_use(given, offered, call=lambda name, text: text):
    """[(Filter in use, its values as they are said, the others)], what goes TOGETHER as one.

    call  function of a filter's name and value that returns how it is said
    """
    shown, done = [], set()
    for filter in offered:
        if filter.name not in given or filter.name in done:
            continue
        names = next((both for both in TOGETHER if filter.name in both), (filter.name,))
        done.update(names)
        values = [call(name, given[name]) for name in names if name in given]
        rest = {name: text for name, text in given.items() if name not in names}
        shown.append((filter, values, rest))
    return shown


def label_value(label):
    """How a filter says a label, "" for nothing."""
    return label or NOTHING


def _label(text: Optional[str]):
    return "" if text == NOTHING else text
