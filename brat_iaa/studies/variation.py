"""Variation: the same words in the same surroundings, annotated differently: candidates for errors.

Boyd, Dickinson & Meurers 2008, section 4: a nucleus is a pair of words with an arc between them,
and its label is that of the arc with its direction. Where the same words stand without an arc, the
nucleus has the label NIL. Dickinson & Meurers 2003: of spans, a nucleus is the words of a span.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple, Optional

from brat_iaa.config.proposals import survey
from brat_iaa.config.surveyed import with_layers
from brat_iaa.corpus.project import NoFile, OtherText
from brat_iaa.errors import ProjectError
from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.cells import count, enumerated, more
from brat_iaa.formats.display_names import NOT_ANNOTATED, drawn_in_words
from brat_iaa.formats.tables import TEXT, Table
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.declaration import Settings, choice, text
from brat_iaa.layers.batch import BatchReader, DrawnLayer
from brat_iaa.layers.begun import NOT_BEGUN
from brat_iaa.layers.compared_document import compared_documents
from brat_iaa.layers.tokens import words_in
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
# The value of words of which some are in a span, but not these alone.
OTHER = (("other boundaries", None),)


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

    table      its ComparedDocument
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

    def begun_at(self, annotator, first):
        """Where what an annotator drew from a word on ends: indexes of words."""
        return self._lasts[annotator].get(first, ())

    def touched(self, annotator, first, last) -> bool:
        """Whether an annotator drew anything that has one of these words."""
        return not self._touched[annotator].isdisjoint(range(first, last + 1))

    @cached_property
    def _by_ends(self):
        by_ends = {name: defaultdict(list) for name in self.drawn}
        for name, marks in self.drawn.items():
            for mark in marks:
                by_ends[name][ends(mark.pieces)].append(mark)
        return by_ends

    @cached_property
    def _lasts(self):
        lasts = {name: defaultdict(list) for name in self.drawn}
        for name, by_ends in self._by_ends.items():
            for first, last in by_ends:
                lasts[name][first].append(last)
        return lasts

    @cached_property
    def _touched(self):
        return {
            name: {index for first, last in by_ends for index in range(first, last + 1)}
            for name, by_ends in self._by_ends.items()
        }


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
    found = {
        layer: nuclei(layer, documents, chosen, options.context)
        for layer, documents in drawn.items()
        if any(each.drawn.get(who) for each in documents for who in chosen)
    }
    if not found:
        where = f"in the layer {options.layer}" if options.layer else "in any layer"
        raise ProjectError(
            f"{name}: {enumerated(chosen or annotators)} drew nothing {where}. To search what was "
            "not found, name it as a layer in iaa.conf: brat-agreement init writes one that says "
            "how."
        )
    said = [f"{name}: {', '.join(chosen)}", WHAT]
    for layer, of_layer in found.items():
        name = f"{layer.name}: " if len(found) > 1 else ""
        said.append(name + _found(of_layer, options.context, len(chosen) > 1))
    excluded = [each for each in excluded if not set(chosen).isdisjoint(each.annotators)]
    said += [f"Not searched: {left_out(excluded)}."] if excluded else []
    if unread:
        said.append(
            f"{count(unread, 'line')} could not be read, so what is written there counts as not "
            "drawn: see brat-agreement report."
        )
    made = [_table(*each, options.limit, project.links) for each in found.items() if each[1]]
    rows = [row for each in found.items() for row in _rows(*each, project.links)]
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
    config = with_layers(config, tuple(
        proposal.layer for proposal in surveyed.proposals
        if proposal.active or proposal.layer.name == "spans"
    ))  # fmt: skip
    # Of trees the arcs are searched.
    layers = [layer for layer in config.layers if KINDS[layer.kind].listed]
    layers = chosen_layers(layers, options.layer)
    documents = [each for first in read.documents for each in (first, *first.others)]
    dependencies = compared_documents(documents, config.dependencies, read.annotators)
    readers = [BatchReader([document], [table]) for document, table in zip(documents, dependencies)]
    drawn = {}
    for done, layer in enumerate(layers):
        progress("Reading what was drawn", done, len(layers))
        words_of = _tokens if layer.settings.arcs or surveyed.tokens else _words
        drawn[layer] = [
            drawn_document(
                table, DrawnLayer(reader, layer).marks(table.document), layer, *words_of(table)
            )
            for table, reader in zip(dependencies, readers)
        ]
    # Each text is searched, whichever are alike; who has not begun has nothing to search.
    excluded = [left for left in read.excluded if not isinstance(left, (OtherText, NoFile))]
    excluded += [left for table in dependencies for left in table.excluded]
    excluded = [left for left in excluded if left.reason != NOT_BEGUN]
    unread = sum(bool(problem.unread) for problem in read.problems)
    return config.name or read.name, read.annotators, drawn, excluded, unread


def _tokens(table):
    """(the tokens, {annotator: indexes of those that are words of this annotator})"""
    return table.tokens, {
        name: [
            token.index
            for token in table.tokens
            if not token.is_root and table.has(name, token.index)
        ]  # fmt: skip
        for name in table.annotators
    }


def _words(table):
    """(TextWords of the text, {annotator: indexes of all of them})"""
    words = []
    for match in words_in(table.text):
        fragments = (match.span(),)
        words.append(TextWord(len(words), fragments, match.group(), table.sentence_of(fragments)))
    return words, dict.fromkeys(table.annotators, range(len(words)))


def drawn_document(table, marks, layer, words, has) -> DrawnDocument:
    """The DrawnDocument of what is drawn on words of one sentence: of chains, which words are in
    one. A sentence in which an annotator drew no arc is not done.

    marks       DrawnLayer.marks() of the document
    words, has  as _tokens() and _words() return them
    """
    arcs, drawn = layer.settings.arcs, {}
    everywhere = {*range(1, len(table.sentences) + 1)}
    searched = dict.fromkeys(table.annotators, everywhere)
    for name, by_place in marks.items():
        if arcs:
            searched[name] = {words[token].sentence for token in table.arcs[name]}
        drawn[name], at, exactly = [], {}, {}
        for index in has[name]:
            exactly[words[index].fragments] = index
            at.update(
                (place, index) for bounds in words[index].fragments for place in range(*bounds)
            )
        for fragments, mark in (
            (place, mark) for place in by_place for mark in by_place[place] or ()
        ):
            where = [end.fragments for end in mark.ends] or [fragments]
            if arcs:
                pair = [exactly.get(fragments), exactly.get(mark.head.fragments)]
                of_ends = [[(index, index)] for index in pair if index is not None]
                if len({*pair} - {None}) < 2:
                    continue
            else:
                of_ends = [[*_pieces(at, of_end)] for of_end in where]
            if not all(of_ends) or layer.kind == "chains" and not mark.members:
                continue
            pieces, on_right = of_ends[0], None
            if mark.ends or arcs:
                on_right = of_ends[0] <= of_ends[-1]
                pieces = sorted(map(ends, of_ends))
            first, last = ends(pieces)
            if words[first].sentence == words[last].sentence:
                label = IN_A_CHAIN if layer.kind == "chains" else mark.label
                drawn[name].append(Drawn(tuple(pieces), label, on_right, mark.id, mark.line))
    return DrawnDocument(table, words, has, searched, drawn)


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
    def within(self):
        """Tuple of the annotators who themselves annotate the words differently."""
        times = Counter(
            name
            for _, occurrences in self.values
            for name in {occurrence.annotator for occurrence in occurrences}
        )
        return tuple(sorted(name for name, number in times.items() if number > 1))


class _Row(NamedTuple):
    """The words of one sentence that some annotators have alike.

    number   of the document
    names    annotators who are done with the sentence, in order
    farthest {position of a word: how many words further on something ends that begins there}
    """

    document: DrawnDocument
    number: int
    words: list
    names: list
    farthest: dict

    def text(self, position):
        """A word, "" before and behind the sentence."""
        return self.words[position].text if 0 <= position < len(self.words) else ""


def _rows_of(documents, annotators):
    """Yield a _Row for each sentence; where annotators of a document have different words, one for
    each set of words.
    """
    for number, document in enumerate(documents):
        by_words = defaultdict(list)
        for name in annotators:
            if document.searched.get(name):
                by_words[tuple(document.has[name])].append(name)
        for chosen, names in by_words.items():
            words = (document.words[index] for index in chosen)
            for sentence, of_sentence in groupby(words, attrgetter("sentence")):
                done = [name for name in names if sentence in document.searched[name]]
                there, farthest = list(of_sentence), {}
                position = {word.index: place for place, word in enumerate(there)}
                for first, left in position.items():
                    lasts = (last for name in done for last in document.begun_at(name, first))
                    farthest[left] = max((position[last] - left for last in lasts), default=-1)
                yield _Row(document, number, there, done, farthest)


def nuclei(layer, documents, annotators, context) -> list:
    """List of Nucleus of what some annotators drew in a layer, each alone and all together: few
    deviating among many first, then the order of the text; those that differ in boundaries alone
    come last.

    Left out is what goes across sentences. What differs at a single place only is a disagreement,
    and no nucleus. A window of words grows by a word with each distance; those that occur once, or
    from which nothing drawn goes as far, are dropped on the way.
    """
    margin, alike = int(context == OUTER), defaultdict(list)
    for row in _rows_of(documents, annotators):
        for left in range(len(row.words)):
            around = (row.text(left + by) for by in range(-margin, margin + 1))
            alike[tuple(around)].append((row, left))
    found, windows, distance = [], list(alike.values()), 0
    while windows:
        longer: list = []
        for group in windows:
            if len(group) > 1 and max(row.farthest[left] for row, left in group) >= distance:
                found += _nucleus(layer, group, distance, context)
                by_next = defaultdict(list)
                for row, left in group:
                    if left + distance + 1 < len(row.words):
                        by_next[row.text(left + distance + 1 + margin)].append((row, left))
                longer += by_next.values()
        windows, distance = longer, distance + 1
    return [nucleus for _, nucleus in sorted(found, key=itemgetter(0))]


def _nucleus(layer, windows, distance, context):
    """[(what it is sorted by, Nucleus)] of the same words at several positions; else []."""
    carried, by_value, places = layer.settings.carried, defaultdict(list), set()
    touching = not carried and layer.kind in ("labels", "chains")
    windows = sorted(windows, key=lambda each: (each[0].number, each[0].words[each[1]].index))
    for row, left in windows:
        words = tuple(row.words[left : left + distance + 1])
        place = row.number, words[0].index, words[-1].index
        for name in row.names:
            drawn = row.document.drawn_at(name, *place[1:])
            value = tuple(sorted({mark.value for mark in drawn}, key=str))
            if not value and touching and row.document.touched(name, *place[1:]):
                value = OTHER
            # Labels that stand on spans are asked for only where there is a span.
            if value or not carried:
                by_value[value].append((name, row.document, words))
                places.add(place)
    drawn_values = [value for value in by_value if value not in ((), OTHER)]
    if len(by_value) < 2 or len(places) < 2 or not drawn_values:
        return []
    values = sorted(by_value.items(), key=lambda each: -len(each[1]))
    most = next(of for value, of in values if value in drawn_values)[0]
    pieces = _pieces_of(Occurrence(*most, (), ()))
    # In nuclei that differ in more than boundaries, boundaries do not count here.
    boundaries = len(by_value.keys() - {OTHER}) < 2
    times = [len(of) for value, of in values if boundaries or value != OTHER]
    key = boundaries, 1 - max(times) / sum(times), -sum(times), min(places)
    (row, left), last = windows[0], distance
    around = (row.text(left - 1), row.text(left + last + 1)) if context == OUTER else (None, None)
    texts = tuple(word.text for word in row.words[left : left + last + 1])
    return [(key, Nucleus(layer, texts, pieces, *around, [
        (value, [Occurrence(*each, _fragments(each[-1], pieces), value) for each in of])
        for value, of in values
    ]))]  # fmt: skip


def _pieces_of(occurrence):
    """The pieces of what is drawn, by the words; all as one where some overlap."""
    number = {word.index: place for place, word in enumerate(occurrence.words)}
    pieces = occurrence.drawn[0].pieces
    if any(last >= first for (_, last), (first, _) in zip(pieces, pieces[1:])):
        pieces = (ends(pieces),)
    return tuple((number[first], number[last]) for first, last in pieces)


def _fragments(words, pieces):
    return tuple(
        fragment
        for first, last in pieces
        for fragment in (
            words[first].fragments
            if first == last
            else ((words[first].fragments[0][0], words[last].fragments[-1][1]),)
        )
    )


def _found(found, context, several):
    """A line on what was found in a layer."""
    total, within = len(found), sum(bool(nucleus.within) for nucleus in found)
    words = f"{total} {'nucleus' if total == 1 else 'nuclei'} with {_SAME[context]}"
    if total:
        words += f", {count(sum(nucleus.occurrences for nucleus in found), 'occurrence')}"
    elif context == OUTER:
        words += "; the context inner asks for less"
    if total and several:
        words += f". {within} of them within an annotator, {total - within} only between annotators"
    return f"{words}."


def _table(layer, found, limit, links):
    """The first nuclei, a row for each value, with a place at which it is."""
    rows = []
    for nucleus in found[:limit]:
        for value, occurrences in nucleus.values:
            first, times = occurrences[0], Counter(each.annotator for each in occurrences)
            who = ", ".join(f"{name} {times[name]}" for name in sorted(times))
            place = f"{first.document.table.document}, sentence {first.words[0].sentence}"
            link = links and _link(first, links)
            rows.append((phrase(nucleus), in_words(nucleus, value), who, place, _around(first),
                         *([link] if links else [])))  # fmt: skip
    columns = [TEXT("words"), TEXT("annotated as"), TEXT("by"), TEXT("first at"), TEXT("sentence")]
    columns += [TEXT("link")] if links else []
    notes = more(len(found) - limit, "nuclei", "--limit, or --format csv")
    return Table(f"{layer.name}: the same words", columns, rows, tuple(notes))


def in_words(nucleus, value) -> str:
    """A value such as “OBJ ← “saw””; of a word beside itself the head is “left” or “right”."""
    if not value:
        return NOT_ANNOTATED
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


def _rows(layer, found, links):
    """The values of FIELDS of each occurrence; before and after are None with the context inner, ""
    at the ends of a sentence.
    """
    for number, nucleus in enumerate(found, 1):
        for order, (value, occurrences) in enumerate(nucleus.values):
            for one in occurrences:
                drawn, table = one.drawn, one.document.table
                yield (
                    layer.name, number, nucleus.left, nucleus.right, nucleus.before,
                    " ".join(nucleus.between), nucleus.after, in_words(nucleus, value),
                    "yes" if order else "no", one.annotator, table.document,
                    one.words[0].sentence, one.fragments[0][0],
                    max(end for _, end in one.fragments), ", ".join(mark.id for mark in drawn),
                    ", ".join(str(mark.line) for mark in drawn), table.files[one.annotator],
                    links and _link(one, links),
                )  # fmt: skip


STUDY = NamedStudy(
    "variation", "The same words, annotated differently",
    "List the same words, annotated differently in the same surroundings: candidate errors.",
    VariationOptions, tables, links=True,
)  # fmt: skip
