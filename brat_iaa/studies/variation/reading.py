"""The words of documents, and what annotators drew on them in one layer, of any kind."""

from collections import defaultdict
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from brat_iaa import collector
from brat_iaa import config as configuration
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.project import NoFile, OtherText
from brat_iaa.corpus.project_reader import ProjectReader
from brat_iaa.kinds import KINDS
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.layers.drawn_arcs import NOT_BEGUN
from brat_iaa.layers.tokens import Locator, words_in

IN_A_CHAIN = "in a chain"


class TextWord(NamedTuple):
    """A word of a text, as a Token has them."""

    index: int  # type: ignore[assignment]  # a field, not tuple.index
    fragments: tuple
    text: str
    sentence: int


class Drawn(NamedTuple):
    """What an annotator drew on words of one sentence.

    pieces    ((first, last), ...) of the words, by their indexes, in the order of the text: of a
              span its fragments; of an arc or a relation its two ends
    label     as shown
    on_right  of an arc whether its head, of a relation whether its target is on the right; else
              None
    """

    pieces: tuple
    label: str
    on_right: object
    id: str
    line: int

    @property
    def value(self):
        return self.label, self.on_right


class DrawnDocument:
    """A document in one layer.

    table      its DependencyTable
    words      TextWords, or its Tokens where arcs are drawn
    has        {annotator: indexes of the words that the annotator has}
    searched   {annotator: numbers of the sentences in which the annotator is done}
    drawn      {annotator: [Drawn]}
    """

    def __init__(self, table, words, has, searched, drawn):
        self.table, self.words = table, words
        self.has, self.searched, self.drawn = has, searched, drawn

    def drawn_at(self, annotator, first, last) -> tuple:
        """What an annotator drew from one word to another."""
        return tuple(self._by_ends[annotator].get((first, last), ()))

    @cached_property
    def _by_ends(self):
        by_ends = {name: defaultdict(list) for name in self.drawn}
        for name, marks in self.drawn.items():
            for mark in marks:
                by_ends[name][ends(mark.pieces)].append(mark)
        return by_ends


def ends(pieces) -> tuple:
    """(first, last) of the words of some pieces."""
    return pieces[0][0], max(last for _, last in pieces)


class LayerDrawn(NamedTuple):
    """layer: Layer; documents: list of DrawnDocument"""

    layer: object
    documents: list

    @property
    def annotators(self) -> frozenset:
        """Names of those who drew anything."""
        return frozenset(
            name for document in self.documents for name, marks in document.drawn.items() if marks
        )


class ProjectVariation(NamedTuple):
    """What annotators drew in a project, and where that varies.

    project     its name
    annotators  tuple of names
    layers      list of LayerDrawn; of Nuclei once they are searched
    excluded    list of Excluded: what annotators have, but cannot be searched
    unread      number of the lines that could not be read
    """

    project: str
    annotators: tuple
    layers: list
    excluded: list
    unread: int


def project_variation(project, annotators, layers, excluded, problems) -> ProjectVariation:
    """The ProjectVariation of LayerDrawns. excluded, problems: those of the project"""
    # Who has not begun a document has nothing in it to search.
    left = [each for each in excluded if not isinstance(each, NoFile) and each.reason != NOT_BEGUN]
    unread = sum(bool(problem.unread) for problem in problems)
    return ProjectVariation(project, annotators, layers, left, unread)


def project_drawn(root, overrides=None, progress=lambda *done: None) -> ProjectVariation:
    """The ProjectVariation, not yet searched, of a project, which may have one annotator; gold and
    anchors are none.

    root       directory
    overrides  settings that replace those of iaa.conf, see config.load
    progress   function of (text, done, total)

    Raises ConfigError and ProjectError with the next step for the user.
    """
    root = Path(root)
    config = configuration.load(root, overrides)
    with collector.paused():
        reader = ProjectReader(root, config, config.no_annotators, own_texts=True)
        project = reader.read(progress=progress)
        surveyed = survey(project, config.dependencies)
        # Whether there is a span is a choice, also where all that were drawn are alike.
        config = config.comparing(tuple(
            proposal.layer for proposal in surveyed.proposals
            if proposal.active or proposal.layer.name == "spans"
        ))  # fmt: skip
        documents = [each for first in project.documents for each in (first, *first.others)]
        tables = dependency_tables(documents, config.dependencies, project.annotators)
        read = BatchReader(documents, tables)
        layers = []
        for done, layer in enumerate(searched_layers(config.layers)):
            progress("Reading what was drawn", done, len(config.layers))
            parts = KINDS[layer.kind].layer_documents(read, layer)
            layers.append(layer_drawn(layer, tables, parts, surveyed.tokens))
    # Each text is searched, whichever are alike.
    excluded = [left for left in project.excluded if not isinstance(left, OtherText)]
    excluded += [left for table in tables for left in table.excluded]
    name = config.name or project.name
    return project_variation(name, project.annotators, layers, excluded, project.problems)


def searched_layers(layers) -> list:
    """The Layers in which variation can be searched: all but trees, whose arcs are searched."""
    return [layer for layer in layers if KINDS[layer.kind].listed]


def layer_drawn(layer, tables, parts, tokens=False) -> LayerDrawn:
    """The LayerDrawn of a layer.

    tables  of documents; parts: their LayerDocuments, in the same order
    tokens  whether the words are the tokens that annotators drew
    """
    if layer.settings.arcs:
        return LayerDrawn(layer, [*map(_of_arcs, tables)])
    words_of = _tokens if tokens else _words
    return LayerDrawn(
        layer,
        [
            _of_marks(table, part.items, words_of(table), layer.kind == "chains")
            for table, part in zip(tables, parts)
        ],
    )


def _of_arcs(table):
    """Arcs between two words of a sentence. A sentence in which an annotator drew no arc is not
    done.
    """
    tokens, items = table.tokens, frozenset(table.items)
    _, has = _tokens(table)
    searched, drawn = {}, {}
    for name in table.annotators:
        arcs = [arc for drawn_arcs in table.arcs[name].values() for arc in drawn_arcs]
        searched[name] = {tokens[arc.dependent].sentence for arc in arcs}
        drawn[name] = [
            Drawn(
                tuple((word, word) for word in sorted((arc.dependent, arc.head))), arc.label,
                arc.head > arc.dependent, arc.id, arc.line,
            )
            for arc in arcs
            if arc.dependent in items and arc.head != arc.dependent
            if not tokens[arc.head].is_root and name in tokens[arc.head].types
            if tokens[arc.head].sentence == tokens[arc.dependent].sentence
        ]  # fmt: skip
    return DrawnDocument(table, tokens, has, searched, drawn)


def _tokens(table):
    """(the tokens, {annotator: indexes of those that are words of this annotator})"""
    return table.tokens, {
        name: [token.index for token in table.tokens if not token.is_root and name in token.types]
        for name in table.annotators
    }


def _words(table):
    """(TextWords of the text, {annotator: indexes of all of them})"""
    locator, words = Locator(table), []
    for match in words_in(table.text):
        fragments = (match.span(),)
        words.append(TextWord(len(words), fragments, match.group(), locator.sentence(fragments)))
    return words, dict.fromkeys(table.annotators, range(len(words)))


def _of_marks(table, items, words_and_has, chains):
    """Whatever else is drawn on words of a sentence. Of chains that is which words are in one."""
    words, has = words_and_has
    drawn: dict = {}
    for name, by_place in items.marks(Locator(table)).items():
        drawn[name] = []
        at = {
            character: index
            for index in has[name]
            for bounds in words[index].fragments
            for character in range(*bounds)
        }
        marks = ((place, mark) for place, of_place in by_place.items() for mark in of_place)
        for fragments, mark in marks:
            where = [end.fragments for end in mark.ends] or [fragments]
            of_ends = [[*_pieces(at, of_end)] for of_end in where]
            if not all(of_ends) or chains and not mark.members:
                continue
            pieces, on_right = of_ends[0], None
            if mark.ends:
                on_right = of_ends[0] <= of_ends[-1]
                pieces = sorted(map(ends, of_ends))
            first, last = ends(pieces)
            if words[first].sentence == words[last].sentence:
                label = IN_A_CHAIN if chains else mark.label
                drawn[name].append(Drawn(tuple(pieces), label, on_right, mark.id, mark.line))
    sentences = frozenset(range(1, len(table.sentences) + 1))
    return DrawnDocument(table, words, has, dict.fromkeys(drawn, sentences), drawn)


def _pieces(at, fragments):
    """(first, last) of the words that each fragment touches; at: {character: word}"""
    for start, end in fragments:
        touched = [at[character] for character in range(start, end) if character in at]
        if touched:
            yield touched[0], touched[-1]
