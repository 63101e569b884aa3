"""Which layers a project seems to have: what is compared without settings, and what a new iaa.conf
begins with.

A layer is proposed where somebody could have chosen otherwise (a type among
several, a span that only one drew, an attribute that not every span has), or where there is nothing
else. What nobody else has decides nothing.
"""

from collections import Counter
from typing import NamedTuple

from brat_iaa.config import (
    DEPENDENCIES,
    GOLD_LAYER,
    ChainSettings,
    DependencySettings,
    EntityRelationSettings,
    EventSettings,
    LabelSettings,
    Layer,
    RelationSettings,
)
from brat_iaa.config.units import units_of
from brat_iaa.corpus.conllu_files import is_enhanced
from brat_iaa.corpus.inventory import Inventory, inventory
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.measures.distinct import distinct

_NAMED = 6
# Names of attributes, databases and notes that get a layer of their own: each is compared at every
# span, so thousands of names would take minutes, and nobody reads as many tables.
MOST = 50
_TOO_MANY = f"Only the {MOST} most frequent names are compared by themselves."
# Documents whose files are counted at once; what they hold is kept until one of them changes.
_TOGETHER = 64


class Proposal(NamedTuple):
    """A layer that a new iaa.conf begins with.

    layer   Layer
    active  whether it is compared; otherwise its lines stand there as comments
    found   what was found in the files: a sentence
    why     why it is not compared: a sentence; "" if it is
    """

    layer: Layer
    active: bool
    found: str
    why: str = ""


class Survey(NamedTuple):
    """What annotators' files hold, and what of it to compare.

    documents   number of documents, by all annotators together
    annotators  number of annotators
    inventory   Inventory of all files
    tokens      whether the spans are tokens of a dependency annotation; otherwise annotators drew
                them
    guessed     why this was guessed, a sentence; "" where it was not
    proposals   tuple of Proposal
    layers      tuple of the Layers to compare; empty where nothing carries a choice
    turned      as of DependencySettings
    """

    documents: int
    annotators: int
    inventory: Inventory
    tokens: bool
    guessed: str
    proposals: tuple[Proposal, ...]
    layers: tuple[Layer, ...]
    turned: tuple[tuple[str, str], ...]


def _turned(ends):
    """The pairs of roles of which the second one stands first more often; ends: Inventory.ends.
    Where annotators write both orders the roles tell which end is which, and not the order.
    """
    return tuple(sorted(
        (role, other)
        for role, other in ends
        if (-ends[other, role], other) < (-ends[role, other], role) and (other, role) in ends
    ))  # fmt: skip


def survey(project, dependencies=DependencySettings(), with_references=(), read_before=None):
    """The Survey of a Project.

    read_before      Inventories of some of its files, kept by the caller; those of other files are
                     removed from it

    dependencies     DependencySettings that hold if arcs are compared
    with_references  ParallelDocuments of annotators and references together: a choice may be
                     between one annotator and the gold. The inventory is of the annotators alone
    """
    of_both = {document.name: document for document in with_references}
    documents = [of_both.get(document.name, document) for document in project.documents]
    shared = [document for document in documents if len(document.annotations) > 1]
    read_before, used = {} if read_before is None else read_before, set()
    compared = _inventory(shared or documents, read_before, used)
    tokens, guessed = units_of(shared or documents, compared, dependencies)
    finder = _Finder(project.root, shared or documents, compared, tokens, dependencies)
    annotators = {name for document in project.documents for name in document.annotations}
    if with_references:
        inventory = _inventory(project.documents, read_before, used)
    elif len(shared or documents) == len(documents):
        inventory = compared
    else:
        others = [document for document in documents if len(document.annotations) < 2]
        inventory = _inventory(others, read_before, used)
        inventory.add(compared)
    for key in read_before.keys() - used:
        del read_before[key]
    proposals = tuple(finder.proposals())
    if proposals and not any(proposal.active for proposal in proposals):
        # All annotators drew the same: this is agreement, if there is nothing else to ask for.
        first, *others = proposals
        proposals = first._replace(active=True, why=""), *others
    layers = tuple(proposal.layer for proposal in proposals if proposal.active)
    number = len(project.documents)
    turned = _turned(compared.ends)
    return Survey(number, len(annotators), inventory, tokens, guessed, proposals, layers, turned)


def _inventory(documents, surveyed, used):
    """Inventory of some documents, added up of parts that are kept.

    surveyed  {ids of Annotations: (these Annotations, their Inventory)}; the used keys are added
    """
    total = Inventory()
    for first in range(0, len(documents), _TOGETHER):
        files = [
            annotations
            for document in documents[first : first + _TOGETHER]
            for annotations in document.annotations.values()
        ]
        key = tuple(map(id, files))
        if key not in surveyed:
            surveyed[key] = files, inventory(files)
        used.add(key)
        total.add(surveyed[key][1])
    return total


class _Finder:
    """Makes the Proposals of a project."""

    def __init__(self, root, documents, everything, tokens, dependencies):
        self._root, self._documents, self._all, self._tokens = root, documents, everything, tokens
        self._dependencies = dependencies
        # Names of layers; gold/spans is the name of figures about the gold.
        self._taken = {GOLD_LAYER.name}
        self._spans = {
            type: count for type, count in everything.spans.items() if type != dependencies.root
        }
        self._types = Counter(everything.types)
        del self._types[dependencies.root]
        self._of_documents, self._sets = ((), False) if tokens else self._types_of_documents()

    def proposals(self):
        """Proposals in the order in which reports show the layers."""
        if self._tokens:
            if self._all.relations:
                yield from self._arcs()
        else:
            yield from self._drawn_spans()
            if self._all.relations:
                yield self._relations()
        yield from self._events()
        if self._all.equivs:
            words = f"Found: * lines, {named(self._all.equivs)}."
            types = tuple(sorted(self._all.equivs))
            yield self._proposal("chains", "chains", words, ChainSettings(relations=types))
        if self._tokens and len(self._types) > 1:
            yield from self._labels("type", self._types, "types")
        of_all = sorted(self._all.labels.items())
        by_number = sorted(of_all, key=lambda proposal: -sum(proposal[1].values()))
        often = {source for source, _ in by_number[:MOST]}
        for source, labels in of_all:
            yield from self._labels(source, labels, source.partition(":")[2], source not in often)

    def _proposal(self, kind, name, words, settings, why="", otherwise=None):
        """why: it carries no choice, a sentence; "" if it does and is compared."""
        number, otherwise = 2, otherwise or kind
        name = otherwise if {name, name.partition("/")[0]} & self._taken else name
        while name in self._taken:
            name, number = f"{otherwise} {number}", number + 1
        self._taken.add(name)
        return Proposal(Layer(name, kind, settings), not why, words, why)

    def _arcs(self):
        enhanced = tuple(sorted(filter(is_enhanced, self._all.relations)))
        basic, settings = dict(self._all.relations), self._dependencies
        if enhanced and settings.labels is None:
            basic = {type: number for type, number in basic.items() if type not in enhanced}
            settings = settings._replace(labels=tuple(sorted(basic)))
        words = f"Found: relations between tokens, {named(basic)}."
        yield self._proposal(DEPENDENCIES, DEPENDENCIES, words, settings)
        if enhanced:
            numbers = {type: self._all.relations[type] for type in enhanced}
            words = f"Found: enhanced dependencies, {named(numbers)}."
            settings = EntityRelationSettings(types=enhanced, end_types="ignore")
            yield self._proposal("entity-relations", "enhanced", words, settings)

    def _drawn_spans(self):
        """Spans that annotators drew: their types, and whether they drew them at all, are
        choices.
        """
        if not self._spans:
            return
        whole, sets = self._of_documents, "yes" if self._all.stacked else "no"
        types = tuple(sorted(self._spans.keys() - set(whole)))
        settings = LabelSettings(types=types if whole else None, set=sets)
        yield from self._of_types("spans", "spans", types, settings)
        sets = "yes" if self._sets else "no"
        settings = LabelSettings(types=whole, items="documents", set=sets)
        yield from self._of_types("documents", "spans over whole documents", whole, settings)

    def _of_types(self, name, what, types, settings):
        if types:
            numbers = Counter({type: self._spans[type] for type in types})
            choice = len(types) > 1 or self._differ("spans")
            why = "" if choice else "All annotators drew the same, with one type."
            yield self._proposal("labels", name, f"Found: {what}, {named(numbers)}.", settings, why)

    def _types_of_documents(self):
        """(sorted types whose spans all cover their whole document, in two documents or more,
        whether a document has several of an annotator).
        """
        left, number, several = set(self._spans), Counter(), False
        for document in self._documents:
            text = document.text
            begin, end = len(text) - len(text.lstrip()), len(text.rstrip())
            one_word = len(text.split(None, 1)) < 2 or isinstance(text, TextOfFields)
            types = set()
            for annotations in document.annotations.values():
                columns = annotations.span_columns
                whole = (columns.start <= begin) & (columns.end >= end) & (not one_word)
                whole[list(columns.several)] = False
                left -= {columns.types[type] for type in distinct(columns.type[~whole]).tolist()}
                types |= {columns.types[type] for type in distinct(columns.type[whole]).tolist()}
                several |= int(whole.sum()) > 1
            if not left:
                return (), False
            number.update(types)
        return tuple(sorted(type for type in left if number[type] > 1)), several

    def _relations(self):
        from brat_iaa.corpus.annotation_conf import symmetric_types

        words = f"Found: relations between spans, {named(self._all.relations)}."
        file = next(iter(self._documents[0].files.values()))
        symmetric_here = symmetric_types((self._root / file).parent, self._root)
        symmetric = tuple(sorted(symmetric_here & self._all.relations.keys()))
        settings = EntityRelationSettings(symmetric=symmetric or None)
        return self._proposal("entity-relations", "relations", words, settings)

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
            # Of ARG0 and ARG1 the number is part of the name, of Theme and Theme2 it is not.
            from_zero = any(name[-1:] == "0" for name in self._all.numbered_roles)
            settings = EventSettings(numbers="keep" if from_zero else "drop")
            yield self._proposal("events", "events", words, settings)

    def _labels(self, source, labels, name, rare=False):
        """The layer of labels from one source: only of the types of spans that carry them."""
        carriers, several = self._all.carriers[source], self._all.several[source]
        what = "span types" if source == "type" else f"{source.replace(':', ' ')},"
        words = f"Found: {what} {named(labels)}."
        types = None
        if source != "type":
            there = self._spans.keys() & carriers
            types = tuple(sorted(there)) if there != set(self._spans) else None
        elif self._spans.keys() & self._all.triggers:
            types = tuple(sorted(labels))
        whole = source != "type" and there <= {*self._of_documents}
        settings = LabelSettings(
            source, types, "documents" if whole else "spans", "yes" if several else "no"
        )
        if rare:
            why = _TOO_MANY
        elif self._tokens:
            choice = self._differ(source)
            why = "" if choice else "All annotators gave the same."
        else:
            of = sum(self._all.spans[type] + self._all.sharing[type] for type in carriers)
            choice = len(labels) > 1 or sum(carriers.values()) < of
            why = "" if choice else "All spans of these types have the same."
        kind = source.partition(":")[0]
        yield self._proposal("labels", name, words, settings, why, otherwise=f"{kind} {name}")

    def _differ(self, source):
        return any(_differ_in(document, source) for document in self._documents)


def _differ_in(document, source):
    """Whether two annotators of a document differ: in spans ("spans"), or in the labels that spans
    which both have get from a source.
    """
    begun = [document.annotations[name] for name in document.annotations if document.begun_by(name)]
    labels_at: dict = {}
    before = None
    for annotations in begun:
        columns = _columns(annotations, source)
        if columns == before:  # as in most tokens
            continue
        before, labels = columns, _labels_at(*columns)
        if source == "spans" and labels_at and labels_at.keys() != labels.keys():
            return True
        if any(labels_at.setdefault(place, own) != own for place, own in labels.items()):
            return True
    return False


def _columns(annotations, source):
    """([fragments of each span], [(row of a span, label)]) of one annotator."""
    columns = annotations.span_columns
    places = [((start, end),) for start, end in zip(columns.start.tolist(), columns.end.tolist())]
    for row, fragments in columns.several.items():
        places[row] = fragments
    if source == "spans":
        return places, []
    if source == "type":
        triggers = {event.trigger for event in annotations.events.values()}
        ids = annotations.spans if triggers else ()
        left_out = {row for row, id in enumerate(ids) if id in triggers}
        rows, codes, names = range(len(places)), columns.type.tolist(), columns.types
    else:
        rows, codes, names = annotations.attribute_columns.from_source(source)
        rows, codes, left_out = rows.tolist(), codes.tolist(), ()
    return places, [(row, names[code]) for row, code in zip(rows, codes) if row not in left_out]


def _labels_at(places, labels):
    labels_at: dict = {place: set() for place in places}
    for row, label in labels:
        labels_at[places[row]].add(label)
    return labels_at


def named(types):
    """ "subst (352), verb (211) and 4 more" """
    most = sorted(types.items(), key=lambda item: (-item[1], item[0]))
    shown = [f"{name} ({number})" for name, number in most[:_NAMED]]
    more = f" and {len(types) - _NAMED} more" if len(types) > _NAMED else ""
    return ", ".join(shown) + more
