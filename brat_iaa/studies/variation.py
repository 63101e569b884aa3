"""Variation: the same words in the same surroundings, annotated differently: candidates for errors.

Source: Boyd, Dickinson & Meurers 2008, after Dickinson & Meurers 2003; the search itself is in
measures/variation_nuclei.py.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, Optional

import numpy

from brat_iaa.config.proposals import survey
from brat_iaa.corpus.project import NoFile, OtherText
from brat_iaa.errors import ProjectError
from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.cells import count, enumerated, more
from brat_iaa.formats.display_names import absent, drawn_in_words
from brat_iaa.formats.tables import TEXT, Table
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.declaration import Settings, choice, text
from brat_iaa.layers.batch_reader import BatchReader
from brat_iaa.layers.dependencies import dependency_tables
from brat_iaa.layers.drawn_arcs import NOT_BEGUN
from brat_iaa.layers.tokens import Locator, words_in
from brat_iaa.measures import variation_nuclei
from brat_iaa.measures.variation_nuclei import BOUNDARY, NOTHING, OTHER, WordRow
from brat_iaa.places.sentence import in_sentence
from brat_iaa.report.tables import left_out
from brat_iaa.studies.study import NamedStudy, Report, chosen_layers, require_known, whole_number

FIELDS = ("layer", "nucleus", "left", "right", "before", "between", "after", "value", "deviates",
          "annotator", "document", "sentence", "start", "end", "ids", "lines", "file",
          "link")  # fmt: skip
WHAT = (
    "The same words in the same surroundings, annotated differently. That is a candidate for an "
    "error and not an error: the words may be ambiguous."
)
# What has to be the same: the words and those between them, or also their neighbours.
INNER, OUTER = "inner", "outer"
_SAME = {INNER: "the same words", OUTER: "the same words, and one on each side"}
IN_A_CHAIN = "in a chain"


@dataclass(frozen=True)
class VariationOptions(Settings):
    """What is searched."""

    context: str = choice(
        INNER, OUTER,
        help="inner: the words, and those between them, have to be the same; outer: also one word "
        "on each side.",
    )  # fmt: skip
    annotator: Optional[str] = text(
        None, value="NAME",
        help="Only what varies within this annotator. Default: all, alone and together.",
    )  # fmt: skip
    layer: Optional[str] = text(None, value="NAME", help="Only this layer. Default: all.")
    limit: int = text(
        20, parse=whole_number(1), value="N", help="How many nuclei of each layer are shown."
    )


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


def tables(project, options) -> Report:
    """The nuclei of each layer, those first in which few occurrences of many deviate."""
    name, annotators, drawn, excluded, unread = read_drawn(project, options)
    there = sorted(
        {who for documents in drawn.values() for each in documents for who in each.drawn
         if each.drawn[who]}
    )  # fmt: skip
    require_known("annotator", options.annotator, there)
    chosen = tuple(there) if options.annotator is None else (options.annotator,)
    found = [
        Nuclei(layer, documents, chosen, options.context)
        for layer, documents in drawn.items()
        if any(each.drawn.get(who) for each in documents for who in chosen)
    ]
    if not found:
        where = f"in the layer {options.layer}" if options.layer else "in any layer"
        raise ProjectError(
            f"{name}: {enumerated(chosen or annotators)} drew nothing {where}. To search what was "
            "not found, name it as a layer in iaa.conf: brat-agreement init writes one that says "
            "how."
        )
    said = [f"{name}: {', '.join(chosen)}", WHAT]
    said += [_found(nuclei, len(found) > 1, len(chosen) > 1) for nuclei in found]
    excluded = [each for each in excluded if not set(chosen).isdisjoint(each.annotators)]
    said += [f"Not searched: {left_out(excluded)}."] if excluded else []
    if unread:
        said.append(
            f"{count(unread, 'line')} could not be read, so what is written there counts as not "
            "drawn: see brat-agreement report."
        )
    made = [_table(nuclei, options.limit, project.links) for nuclei in found if len(nuclei)]
    rows = [tuple(row.values()) for nuclei in found for row in _rows(nuclei, project.links)]
    return Report(said, made, Table("", [*map(TEXT, FIELDS)], rows))


def read_drawn(project, options):
    """(project's name, annotators, {Layer: list of DrawnDocument}, list of Excluded, number of
    lines that could not be read). The project may have one annotator; gold and others are none.
    """
    progress = project.progress or (lambda *done: None)
    reader, config = project.reader()
    read = reader.read(progress=progress)
    surveyed = survey(read, config.dependencies)
    # Whether there is a span is a choice, also where all that were drawn are alike.
    config = config.comparing(tuple(
        proposal.layer for proposal in surveyed.proposals
        if proposal.active or proposal.layer.name == "spans"
    ))  # fmt: skip
    # Of trees the arcs are searched.
    layers = [layer for layer in config.layers if KINDS[layer.kind].listed]
    layers = chosen_layers(layers, options.layer)
    documents = [each for first in read.documents for each in (first, *first.others)]
    dependencies = dependency_tables(documents, config.dependencies, read.annotators)
    batch, drawn = BatchReader(documents, dependencies), {}
    for done, layer in enumerate(layers):
        progress("Reading what was drawn", done, len(layers))
        if layer.settings.arcs:
            drawn[layer] = [*map(_of_arcs, dependencies)]
            continue
        parts = KINDS[layer.kind].layer_documents(batch, layer)
        words = _tokens if surveyed.tokens else _words
        drawn[layer] = [
            _of_marks(table, part.items, words(table), layer.kind == "chains")
            for table, part in zip(dependencies, parts)
        ]
    # Each text is searched, whichever are alike; who has not begun has nothing to search.
    excluded = [left for left in read.excluded if not isinstance(left, (OtherText, NoFile))]
    excluded += [left for table in dependencies for left in table.excluded]
    excluded = [left for left in excluded if left.reason != NOT_BEGUN]
    unread = sum(bool(problem.unread) for problem in read.problems)
    return config.name or read.name, read.annotators, drawn, excluded, unread


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


class Occurrence(NamedTuple):
    """What one annotator made of the same words at one place.

    document   DrawnDocument
    words      tuple of TextWords or Tokens, in the order of the text
    fragments  ((start, end), ...) of those that are annotated, as Nucleus.pieces
    value      tuple of Drawn.value; () for nothing
    """

    annotator: str
    document: object
    words: tuple
    fragments: tuple
    value: tuple

    @property
    def drawn(self):
        """Tuple of what is Drawn there."""
        first, last = self.words[0].index, self.words[-1].index
        return self.document.drawn_at(self.annotator, first, last)


class Nucleus(NamedTuple):
    """Words with more than one value in the same surroundings.

    layer          Layer
    words          tuple of the words as they are written, in the order of the text
    pieces         ((first, last), ...) of the words that are annotated: a span's fragments, or two
                   ends; as it was drawn where the most frequent value has something
    before, after  the word on the left and on the right; "" at the ends of the sentence, None if
                   they do not have to be the same
    values         [(value, list of Occurrence)], the most frequent first
    """

    layer: object
    words: tuple
    pieces: tuple
    before: str
    after: str
    values: list

    @property
    def left(self):
        """The first words that are annotated."""
        return self._piece(0)

    @property
    def right(self):
        """The last ones; "" if they are the first."""
        return self._piece(-1) if len(self.pieces) > 1 else ""

    @property
    def between(self):
        """Tuple of the words between these."""
        if len(self.pieces) == 1:
            return ()
        return self.words[self.pieces[0][1] + 1 : self.pieces[-1][0]]

    def _piece(self, number):
        first, last = self.pieces[number]
        return " ".join(self.words[first : last + 1])

    @property
    def occurrences(self):
        """Number of all of them."""
        return sum(len(occurrences) for _, occurrences in self.values)

    @property
    def deviating(self):
        """Number of those without the most frequent value."""
        return self.occurrences - len(self.values[0][1])

    @property
    def within(self):
        """Tuple of the annotators who themselves annotate the words differently."""
        times = Counter(
            name
            for _, occurrences in self.values
            for name in {occurrence.annotator for occurrence in occurrences}
        )
        return tuple(sorted(name for name, number in times.items() if number > 1))


class Nuclei:
    """The sequence of Nucleus of what some annotators drew in a layer, each alone and all together:
    few deviating among many first, then the order of the text; those that differ in boundaries
    alone come last.

    Left out is what goes across sentences. What differs at a single place only is a disagreement,
    and no nucleus.
    """

    def __init__(self, layer, documents, annotators, context):
        self.layer, self.context, self._annotators = layer, context, annotators
        self._documents = tuple(documents)
        self._row, self._values, self._first = _words_in_a_row(documents, annotators)
        carried = layer.settings.carried
        self._columns = variation_nuclei.occurrences(
            self._row, int(context == OUTER), not carried and layer.kind in ("labels", "chains"),
            # Labels that stand on spans are asked for only where there is a span.
            carried,
        )  # fmt: skip
        self._start, self._order, self._within = variation_nuclei.by_share(self._columns)

    def __len__(self):
        return len(self._order)

    def __getitem__(self, index):
        return self._nucleus(int(self._order[index]))

    @property
    def within(self) -> int:
        """Number of those at which an annotator differs from him- or herself."""
        return int(self._within[self._order].sum())

    @property
    def occurrences(self) -> int:
        """Number of their occurrences."""
        return int(numpy.diff(self._start)[self._order].sum())

    def _nucleus(self, number):
        columns = self._columns
        by_value: dict = {}
        rows = range(self._start[number], self._start[number + 1])
        for row in sorted(rows, key=lambda row: (columns.place[row], columns.annotator[row])):
            by_value.setdefault(self._values[columns.value[row]], []).append(row)
        values = sorted(by_value.items(), key=lambda item: -len(item[1]))
        left, right = (int(columns.left[rows[0]]) + end for end in (0, columns.distance[rows[0]]))
        around = (None, None)
        if self.context == OUTER:
            around = self._text(left - 1), self._text(right + 1)
        drawn = (
            of_value[0] for value, of_value in values if value not in ((), self._values[OTHER])
        )
        pieces = self._pieces(next(drawn))
        return Nucleus(
            self.layer, tuple(map(self._text, range(left, right + 1))), pieces, *around,
            [
                (value, [self._occurrence(row, pieces, value) for row in of_value])
                for value, of_value in values
            ],
        )  # fmt: skip

    def _occurrence(self, row, pieces=(), value=()):
        columns = self._columns
        left = int(columns.left[row])
        found = [
            self._word_at(position)
            for position in range(left, left + int(columns.distance[row]) + 1)
        ]
        words = tuple(word for _, word in found)
        fragments = tuple(
            fragment
            for first, last in pieces
            for fragment in (
                words[first].fragments
                if first == last
                else ((words[first].fragments[0][0], words[last].fragments[-1][1]),)
            )
        )
        name = self._annotators[columns.annotator[row]]
        return Occurrence(name, found[0][0], words, fragments, value)

    def _pieces(self, row):
        """The pieces of what is drawn in a row, by its words; all as one where some overlap."""
        occurrence = self._occurrence(row)
        number = {word.index: place for place, word in enumerate(occurrence.words)}
        pieces = occurrence.drawn[0].pieces
        if any(last >= first for (_, last), (first, _) in zip(pieces, pieces[1:])):
            pieces = (ends(pieces),)
        return tuple((number[first], number[last]) for first, last in pieces)

    def _text(self, position):
        if self._row.word[position] == BOUNDARY:
            return ""
        return self._word_at(position)[1].text

    def _word_at(self, position):
        """(DrawnDocument, word) at a position."""
        token = int(self._row.token[position])
        number = int(numpy.searchsorted(self._first, token, side="right")) - 1
        document = self._documents[number]
        return document, document.words[token - self._first[number]]


def _words_in_a_row(documents, annotators):
    """(WordRow of what some annotators drew in DrawnDocuments, tuple of their values, number of the
    first word of each document). Where annotators of a document do not have the same words, each
    set of words stands once.
    """
    numbers, at = {}, defaultdict(set)
    first, word, token, sentence, end, searched = [], [BOUNDARY], [-1], [0], [], []
    tokens = 0
    for document in documents:
        first.append(tokens)
        by_words = defaultdict(list)
        for name, done in document.searched.items():
            if name in annotators and done:
                by_words[tuple(document.has[name])].append(name)
        for chosen, names in by_words.items():
            position = {}
            sentences = [document.words[index].sentence for index in chosen]
            for number, of_sentence in groupby(zip(sentences, chosen), itemgetter(0)):
                searched.append([
                    name in names and number in document.searched[name] for name in annotators
                ])  # fmt: skip
                for _, index in of_sentence:
                    position[index] = len(word)
                    word.append(numbers.setdefault(document.words[index].text, len(numbers) + 1))
                    token.append(tokens + index)
                    sentence.append(len(end))
                end.append(len(word))
                word.append(BOUNDARY)
                token.append(-1)
                sentence.append(len(end))
            for name in names:
                for mark in document.drawn[name]:
                    left, right = (position[index] for index in ends(mark.pieces))
                    at[right - left, annotators.index(name), left].add(mark.value)
        tokens += len(document.words)
    codes: dict = {(): NOTHING, (("other boundaries", None),): OTHER}
    places = sorted(at)
    value = [codes.setdefault(tuple(sorted(at[place], key=str)), len(codes)) for place in places]
    columns = numpy.array(places, dtype=numpy.int64).reshape(len(places), 3).T
    drawn = variation_nuclei.DrawnColumns(*columns, numpy.array(value, dtype=numpy.int64))
    there = numpy.array(searched, dtype=bool).reshape(len(end), len(annotators))
    row = (numpy.array(of, dtype=numpy.int64) for of in (word, token, sentence, end))
    return WordRow(*row, there, drawn), tuple(codes), numpy.array(first, dtype=numpy.int64)


def _found(nuclei, several_layers, several):
    """A line on what was found in a layer."""
    total, within = len(nuclei), nuclei.within
    words = f"{total} {'nucleus' if total == 1 else 'nuclei'} with {_SAME[nuclei.context]}"
    if total:
        words += f", {count(nuclei.occurrences, 'occurrence')}"
    elif nuclei.context == OUTER:
        words += "; the context inner asks for less"
    if total and several:
        words += f". {within} of them within an annotator, {total - within} only between annotators"
    return (f"{nuclei.layer.name}: " if several_layers else "") + words + "."


def _table(nuclei, limit, links):
    """The first nuclei, a row for each value, with a place at which it is."""
    rows = []
    for nucleus in (nuclei[number] for number in range(min(limit, len(nuclei)))):
        for value, occurrences in nucleus.values:
            first, times = occurrences[0], Counter(each.annotator for each in occurrences)
            who = ", ".join(f"{name} {times[name]}" for name in sorted(times))
            place = f"{first.document.table.document}, sentence {first.words[0].sentence}"
            link = links and _link(first, links)
            rows.append((phrase(nucleus), in_words(nucleus, value), who, place, _around(first),
                         *([link] if links else [])))  # fmt: skip
    columns = [TEXT("words"), TEXT("annotated as"), TEXT("by"), TEXT("first at"), TEXT("sentence")]
    columns += [TEXT("link")] if links else []
    notes = more(len(nuclei) - limit, "nuclei", "--limit, or --format csv")
    return Table(f"{nuclei.layer.name}: the same words", columns, rows, tuple(notes))


def in_words(nucleus, value) -> str:
    """A value such as “OBJ ← “saw””; of a word beside itself the head is “left” or “right”."""
    if not value:
        return _nothing(nucleus.layer)
    # Ends that overlap have all their words together.
    left, right = nucleus.left, nucleus.right or nucleus.left
    if left == right:
        left, right = f"{left} (left)", f"{right} (right)"
    words = []
    for label, on_right in value:
        if nucleus.layer.settings.arcs:
            words.append(drawn_in_words(label, f"“{right if on_right else left}”"))
        else:
            start, target = (left, right) if on_right else (right, left)
            ends = "" if on_right is None else f"{start} → {target}"
            words.append(drawn_in_words(label, ends=ends))
    return ", ".join(words)


def _nothing(layer) -> str:
    """What is said where an annotator drew nothing."""
    if layer.settings.arcs:
        return absent("")
    differences = KINDS[layer.kind].differences
    return absent(layer.settings.nothing or next(iter(differences)))


def phrase(nucleus) -> str:
    """The words with their surroundings, those annotated in brackets: “he [saw] the [dog] .”"""
    words = [*nucleus.words]
    for first, last in nucleus.pieces:
        words[first] = f"[{words[first]}"
        words[last] += "]"
    return " ".join(filter(None, (nucleus.before, *words, nucleus.after)))


def _around(occurrence):
    """The sentence of an Occurrence, with its words in brackets."""
    item = occurrence.words[0]._replace(index=-1, fragments=occurrence.fragments)
    return in_sentence(occurrence.document.table, item).in_brackets


def _link(occurrence, links):
    """The address in brat of an Occurrence, with what is drawn highlighted; None without."""
    path = occurrence.document.table.files[occurrence.annotator]
    return links.file(path, [*(mark.id for mark in occurrence.drawn), *offsets([occurrence])])


def _rows(nuclei, links):
    """A dict for each occurrence, with the keys FIELDS; before and after are None with the context
    inner, "" at the ends of a sentence.
    """
    for number, nucleus in enumerate(map(nuclei.__getitem__, range(len(nuclei))), 1):
        for order, (value, occurrences) in enumerate(nucleus.values):
            for one in occurrences:
                drawn, table = one.drawn, one.document.table
                yield dict(zip(FIELDS, (
                    nuclei.layer.name, number, nucleus.left, nucleus.right, nucleus.before,
                    " ".join(nucleus.between), nucleus.after, in_words(nucleus, value),
                    "yes" if order else "no", one.annotator, table.document,
                    one.words[0].sentence, one.fragments[0][0],
                    max(end for _, end in one.fragments), ", ".join(mark.id for mark in drawn),
                    ", ".join(str(mark.line) for mark in drawn), table.files[one.annotator],
                    links and _link(one, links),
                )))  # fmt: skip


STUDY = NamedStudy(
    "variation", "The same words, annotated differently",
    "List the same words, annotated differently in the same surroundings: candidate errors.",
    VariationOptions, tables, links=True,
)  # fmt: skip
