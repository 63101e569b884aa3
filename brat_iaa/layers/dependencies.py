"""Dependencies as items and values: the value of a token is the set of its (head, label) pairs.

Source of the definition: Ragheb & Dickinson 2013, section 3. Heads are tokens; tokens are
identified by document and character offsets, never by brat ids.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.standoff import Problem
from brat_iaa.layers.columns import arc_columns
from brat_iaa.layers.tokens import is_punctuation, shared_tokens

# Codes of problems that matter only where arcs between tokens are compared.
ABOUT_ARCS = (
    "no-arcs",
    "arc-into-root",
    "duplicate-arc",
    "arc-outside-tokens",
    "overlapping-tokens",
)


class Arc(NamedTuple):
    """One drawn arc: token indexes of dependent and head, label, brat id, line in the .ann."""

    dependent: int
    head: int
    label: str
    id: str
    line: int


@dataclass(frozen=True)
class DependencyTable:
    """One document: its items and their values by each annotator.

    items      indexes of the tokens that can have heads and count: no root tokens, and no
               punctuation if it is left out
    arcs       {annotator: {dependent index: (Arc, ...)}}
    drawn      whether annotators draw the tokens: then a token that they lack has an empty value
    blank      annotators whose items are all missing because they drew no arc
    excluded   annotators who have not begun the document: tuple of Excluded
    problems   what could not be used, and why
    files      {annotator: path of the .ann below the project}
    """

    document: str
    text: str
    tokens: tuple
    sentences: tuple
    items: tuple
    annotators: tuple
    arcs: dict
    drawn: bool
    blank: frozenset
    excluded: tuple
    problems: tuple
    files: dict

    @cached_property
    def columns(self):
        """ArcColumns, computed on first use."""
        return arc_columns(self)

    def whole(self):
        """The table itself; LazyTable builds it when it is needed."""
        return self

    def value(self, annotator, item):
        """An annotator's value of a token: frozenset of (head index, label); None if missing."""
        if annotator in self.blank or not (self.drawn or self.has(annotator, item)):
            return None
        return frozenset((arc.head, arc.label) for arc in self.arcs[annotator].get(item, ()))

    def has(self, annotator: str, index: int) -> bool:
        """Whether the annotator has the token."""
        return annotator in self.tokens[index].types


def dependency_table(document, settings) -> DependencyTable:
    """The table of one document.

    document  ParallelDocument
    settings  DependencySettings
    """
    annotators, excluded = _begun(document, settings)
    tokens, sentences = shared_tokens(
        document, annotators, settings.root, settings.token_types, settings.sentences
    )
    items = tuple(token.index for token in tokens if is_item(token, settings))
    index_of = {token.fragments: token.index for token in tokens}
    arcs, problems, blank = {}, [], set()
    for annotator in annotators:
        file = document.files[annotator]
        arcs[annotator], arc_problems = _arcs(
            document.annotations[annotator], file, index_of, tokens, settings
        )
        problems += arc_problems
        if not arcs[annotator] and settings.no_arcs == "missing":
            blank.add(annotator)
        if items and not arcs[annotator]:
            problems.append(_no_arcs(file, len(items), settings))
    problems += _overlapping(document, tokens)
    return DependencyTable(
        document=document.name,
        text=document.text,
        tokens=tokens,
        sentences=sentences,
        items=items,
        annotators=annotators,
        arcs=arcs,
        drawn=settings.tokens == "drawn",
        blank=frozenset(blank),
        excluded=excluded,
        problems=tuple(problems),
        files=dict(document.files),
    )


def _begun(document, settings):
    """(annotators with tokens, Excluded of the others).

    brat writes an empty .ann when somebody opens a document: that is no annotation, unless
    annotators draw the tokens themselves.
    """
    annotators = tuple(document.annotations)
    if settings.tokens == "drawn":
        return annotators, ()
    without = [name for name in annotators if not document.annotations[name].spans]
    return tuple(name for name in annotators if name not in without), tuple(
        Excluded(
            document.name,
            (name,),
            f"no token in {document.files[name]}: not begun (brat makes such a file when a "
            "document is opened)",
        )
        for name in without
    )


def is_item(token, settings) -> bool:
    """Whether a Token can have heads and counts, by DependencySettings."""
    if token.is_root:
        return False
    if settings.punctuation == "in":
        return True
    if settings.punctuation_types is None:
        return not is_punctuation(token.text)
    return not any(
        part in settings.punctuation_types
        for joined in token.types.values()
        for part in joined.split("+")
    )


def _arcs(annotations, file, index_of, tokens, settings):
    """({dependent index: (Arc, ...)}, problems) of one annotator's relations."""
    arcs, problems = defaultdict(list), []
    drawn = {}
    outside = 0
    index_of_id = {span.id: index_of.get(span.offsets) for span in annotations.spans.values()}
    index_of_id.update(
        {event.id: index_of_id[event.trigger] for event in annotations.events.values()}
    )
    for relation in annotations.relations:
        if settings.labels is not None and relation.type not in settings.labels:
            continue
        head, dependent = head_and_dependent(relation, settings.head)
        head, dependent = index_of_id[head], index_of_id[dependent]
        if head is None or dependent is None:
            outside += 1
            continue
        if tokens[dependent].is_root:
            problems.append(
                Problem(
                    file,
                    relation.line,
                    "arc-into-root",
                    f"{relation.id} {relation.type} makes the root token a dependent. It is left "
                    "out. Check the direction of the arc.",
                )
            )
            continue
        key = (dependent, head, relation.type)
        if key in drawn:
            problems.append(
                Problem(
                    file,
                    relation.line,
                    "duplicate-arc",
                    f"{relation.id} repeats {drawn[key]} ({relation.type} on "
                    f"“{tokens[dependent].text}”). It is counted once. Delete one of them.",
                )
            )
            continue
        drawn[key] = relation.id
        arcs[dependent].append(Arc(dependent, head, relation.type, relation.id, relation.line))
    if outside:
        problems.append(
            Problem(
                file,
                None,
                "arc-outside-tokens",
                f"{outside} arcs start or end at a span that is no token by the setting "
                "token_types. They are left out.",
            )
        )
    return {index: tuple(drawn_arcs) for index, drawn_arcs in arcs.items()}, problems


def head_and_dependent(relation, head_role: str) -> tuple:
    """Ids of a relation's head and dependent; the head has this role, else it is written first."""
    (role, first), (other_role, second) = relation.args
    if other_role == head_role and role != head_role:
        return second, first
    return first, second


def _no_arcs(file, items, settings):
    if settings.no_arcs == "missing":
        effect = f"Its {items} tokens are missing, because of no_arcs = missing."
    else:
        effect = (
            f"All {items} tokens count as tokens without a head. If the document is not annotated "
            "yet, set no_arcs = missing in iaa.conf."
        )
    kind = "No arc" if settings.labels is None else "No arc with one of the chosen labels"
    return Problem(file, None, "no-arcs", f"{kind} is drawn in this document. {effect}")


def _overlapping(document, tokens):
    """A problem if tokens overlap: phrases are probably counted as tokens."""
    overlapping = [
        token
        for before, token in zip(tokens, tokens[1:])
        if token.start < before.end and len(token.fragments) == len(before.fragments) == 1
    ]
    if not overlapping:
        return []
    return [
        Problem(
            document.name,
            None,
            "overlapping-tokens",
            f"{len(overlapping)} tokens overlap the token before them, first "
            f"“{overlapping[0].text}” at {overlapping[0].start}. Every span counts as a token; if "
            "some are phrases, name the span types of tokens: token_types in iaa.conf.",
        )
    ]
