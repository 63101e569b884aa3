"""Which layers a project seems to have: what is compared without settings, and what a new iaa.conf
begins with.

A layer is proposed where somebody could have chosen otherwise (a type among
several, a span that only one drew, an attribute that not every span has).
"""

from collections import Counter
from dataclasses import dataclass

from brat_iaa.config import (
    ANCHORING_LAYER,
    GOLD_LAYER,
    ChainSettings,
    DependencySettings,
    EntityRelationSettings,
    EventSettings,
    LabelSettings,
    Layer,
    Proposal,
    RelationSettings,
)
from brat_iaa.corpus.annotation_conf import symmetric_types
from brat_iaa.corpus.inventory import Inventory, labels_by_source, span_types

_NAMED = 6
# What directories of a reference are usually called.
_GOLD = ("gold", "adjudicated", "reference")
# Spans are tokens if few of them have a blank inside, and they cover most of the text, or cover
# half of it and most of them have a head.
_TOKENS_WITH_BLANK = 0.2
_TOKENS_COVER = 0.9
_TOKENS_COVER_AT_LEAST = 0.5
_TOKENS_WITH_HEAD = 0.5


@dataclass(frozen=True)
class Found:
    """What annotators' files hold, and what of it to compare.

    documents   number of documents, by all annotators together
    annotators  number of annotators
    inventory   Inventory of all files
    tokens      whether the spans are tokens of a dependency annotation; otherwise annotators drew
                them
    proposals   tuple of Proposal
    """

    documents: int
    annotators: int
    inventory: Inventory
    tokens: bool
    proposals: tuple[Proposal, ...]

    @property
    def layers(self):
        """Tuple of the Layers to compare; empty where nothing carries a choice."""
        return tuple(proposal.layer for proposal in self.proposals if proposal.active)


def find(project, dependencies=DependencySettings(), with_references=None):
    """The Found of a Project.

    dependencies     DependencySettings that hold if arcs are compared
    with_references  {document: ParallelDocument of annotators and references}: a choice may be
                     between one annotator and the gold. The inventory is of the annotators alone
    """
    documents = [
        (with_references or {}).get(document.name, document) for document in project.documents
    ]
    everything = _inventory(documents)
    tokens = _are_tokens(documents, everything, dependencies.root)
    finder = _Finder(project.root, documents, everything, tokens, dependencies)
    annotators = {name for document in project.documents for name in document.annotations}
    own = _inventory(project.documents) if with_references else everything
    return Found(len(project.documents), len(annotators), own, tokens, tuple(finder.proposals()))


def _inventory(documents):
    found = Inventory()
    for document in documents:
        for own in document.annotations.values():
            found.add(own.inventory)
    return found


def gold_among(names):
    """The directory that is probably the gold, or None."""
    return next((name for usual in _GOLD for name in names if name.casefold() == usual), None)


def _are_tokens(documents, everything, root):
    """Whether relations stand between tokens, and not between spans that annotators drew."""
    if not everything.relations:
        return False
    roots = everything.spans.get(root)
    if roots is not None and 2 * roots.named > roots.number:
        # brat's converter writes the word ROOT before each sentence; a plant's root is none
        return True
    words = {type: count for type, count in everything.spans.items() if not _is_phrase(count)}
    places = sum(count.distinct for count in words.values())
    if not places:
        return False
    text = sum(
        len(document.annotations) * sum(map(len, document.text.split())) for document in documents
    )
    covered = sum(count.characters for count in words.values()) / max(text, 1)
    with_head = sum(everything.relations.values()) / places
    return covered >= _TOKENS_COVER or (
        covered >= _TOKENS_COVER_AT_LEAST and with_head >= _TOKENS_WITH_HEAD
    )


def _is_phrase(count):
    return count.with_blank > _TOKENS_WITH_BLANK * count.number


class _Names:
    """Gives layers names of their own: gold/spans is the name of figures about the gold."""

    def __init__(self):
        self._taken = {GOLD_LAYER.name, ANCHORING_LAYER.name}

    def of(self, wanted, otherwise):
        name = otherwise if {wanted, wanted.partition("/")[0]} & self._taken else wanted
        number = 2
        while name in self._taken:
            name, number = f"{otherwise} {number}", number + 1
        self._taken.add(name)
        return name


class _Finder:
    """Makes the Proposals of a project."""

    def __init__(self, root, documents, everything, tokens, dependencies):
        self._root, self._documents, self._all, self._tokens = root, documents, everything, tokens
        self._dependencies, self._names = dependencies, _Names()
        self._spans = {
            type: count for type, count in everything.spans.items() if type != dependencies.root
        }
        everything.types.values.pop(dependencies.root, None)

    def proposals(self):
        """Proposals in the order in which reports show the layers."""
        if self._tokens:
            yield self._arcs()
        else:
            yield from self._drawn_spans()
            if self._all.relations:
                yield self._relations()
        yield from self._events()
        if self._all.equivs:
            words = f"Found: * lines, {named(self._all.equivs)}."
            types = tuple(sorted(self._all.equivs))
            yield self._proposal("chains", "chains", words, ChainSettings(relations=types))
        if self._tokens and len(self._all.types.values) > 1:
            yield from self._labels("type", self._all.types, "types")
        for place, labels in sorted(self._all.labels.items()):
            yield from self._labels(place, labels, place.partition(":")[2])

    def _proposal(self, kind, name, words, settings, why="", otherwise=None):
        """why: it carries no choice, a sentence; "" if it does and is compared."""
        return Proposal(
            Layer(self._names.of(name, otherwise or kind), kind, settings), not why, words, why
        )

    def _arcs(self):
        words = f"Found: relations between tokens, {named(self._all.relations)}."
        return self._proposal("dependencies", "dependencies", words, self._dependencies)

    def _drawn_spans(self):
        """Spans that annotators drew: their types, and whether they drew them at all, are
        choices.
        """
        if not self._spans:
            return
        numbers = Counter({type: count.number for type, count in self._spans.items()})
        words = f"Found: spans, {named(numbers)}."
        settings = LabelSettings(set="yes" if self._all.stacked else "no")
        choice = len(self._spans) > 1 or self._differ("spans", _offsets)
        why = "" if choice else "All annotators drew the same, with one type."
        yield self._proposal("labels", "spans", words, settings, why)

    def _relations(self):
        words = f"Found: relations between spans, {named(self._all.relations)}."
        file = next(iter(self._documents[0].files.values()))
        known = symmetric_types((self._root / file).parent, self._root)
        symmetric = tuple(sorted(known & self._all.relations.keys()))
        return self._proposal(
            "entity-relations",
            "relations",
            words,
            EntityRelationSettings(symmetric=symmetric or None),
        )

    def _events(self):
        """Events are taken for discourse relations if their roles are named so."""
        if not self._all.events:
            return
        words = f"Found: events, {named(self._all.events)}."
        usual = (RelationSettings.start, RelationSettings.target)
        if all(self._all.roles[role] for role in usual):
            settings = RelationSettings(types=tuple(sorted(self._all.events)))
            yield self._proposal(
                "relations", "relations", words, settings, otherwise="discourse relations"
            )
        else:
            yield self._proposal("events", "events", words, EventSettings(numbers=self._numbers()))

    def _numbers(self):
        """Whether the number of a role is part of its name: of ARG0 and ARG1 it is, of Theme and
        Theme2 it is not.
        """
        return "keep" if any(name[-1:] == "0" for name in self._all.numbered_roles) else "drop"

    def _labels(self, place, labels, name):
        """The layer of labels in one place: only of the types of spans that carry them."""
        what = "span types" if place == "type" else f"{place.replace(':', ' ')},"
        words = f"Found: {what} {named(labels.values)}."
        types = None
        if place != "type":
            there = {type for type in self._spans if type in labels.types}
            types = tuple(sorted(there)) if there != set(self._spans) else None
        elif any(count.triggers for count in self._spans.values()):
            types = tuple(sorted(labels.types.keys() - {self._dependencies.root}))
        settings = LabelSettings(place, types, "yes" if labels.several else "no")
        if self._tokens:
            choice = self._differ(place, _types if place == "type" else _labels_at(place))
            why = "" if choice else "All annotators gave the same."
        else:
            of = sum(self._all.spans[type].number for type in labels.types)
            choice = len(labels.values) > 1 or sum(labels.types.values()) < of
            why = "" if choice else "All spans of these types have the same."
        kind = place.partition(":")[0]
        yield self._proposal("labels", name, words, settings, why, otherwise=f"{kind} {name}")

    def _differ(self, place, labels_of):
        """Whether two annotators of a document differ: in spans, or in the labels of spans that
        both have.
        """
        return any(self._differ_in(document, place, labels_of) for document in self._documents)

    def _differ_in(self, document, place, labels_of):
        begun = [own for own in document.annotations.values() if own.spanned]
        if place != "spans" and len({own.digest(place) for own in begun}) < 2:
            return False
        known = {}
        for own in begun:
            spans = {span.fragments for span in own.spans.values()}
            labels = {}
            for fragments, label in labels_of(own):
                labels.setdefault(fragments, set()).add(label)
            if place == "spans":
                if known and known.keys() != spans:
                    return True
                labels = {}
            for fragments in spans:
                if known.setdefault(fragments, labels.get(fragments)) != labels.get(fragments):
                    return True
        return False


def _offsets(annotations):
    return ()


def _types(annotations):
    return [(span.fragments, label) for span, label in span_types(annotations)]


def _labels_at(place):
    def labels(annotations):
        return [
            (span.fragments, label) for span, label in labels_by_source(annotations).get(place, ())
        ]

    return labels


def named(types):
    """ "subst (352), verb (211) and 4 more" """
    most = sorted(types.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{name} ({number})" for name, number in most[:_NAMED]]
    more = f" and {len(types) - _NAMED} more" if len(types) > _NAMED else ""
    return ", ".join(shown) + more
