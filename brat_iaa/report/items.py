"""Every item with what each annotator gave it, agreed on or not: a row an item, for programs.

An item is what places are: everything at one span of a layer; of trees, a sentence.
"""

from collections import defaultdict

from brat_iaa.formats.display_names import NOT_ANNOTATED, drawn_in_words, ends_in_words
from brat_iaa.formats.tables import Table, for_programs
from brat_iaa.kinds import KINDS
from brat_iaa.layers.difference import unordered
from brat_iaa.places.place import grouped
from brat_iaa.places.values import ValueLookup
from brat_iaa.report.places import WHERE_FIELDS

_ROOT = "the root"


def item_table(agreement) -> Table:
    """A row for each item, with a column for each annotator, and for the gold if there is one.

    A value is what the annotator drew, with the offsets of heads and other ends, so that equal
    values are equal texts; "not annotated" where there is nothing; "" where the annotator was
    not compared: has not begun the document, or has no such token.
    """
    columns = [column_of(name) for name in agreement.sides]
    return for_programs(item_rows(agreement), (*WHERE_FIELDS, *columns))


def column_of(annotator):
    """Name of an annotator's column: the annotator's, unless another column has it."""
    return f"annotator {annotator}" if annotator in WHERE_FIELDS else annotator


def item_rows(agreement) -> list:
    """A dict for each item, in the order of layers, documents and texts."""
    places, rows = defaultdict(list), []
    for place in agreement.places:
        places[place.layer, place.document].append(place)
    lookup = ValueLookup(agreement)
    kinds = {layer.name: layer for layer in agreement.layers}
    for layer in agreement.listed_layers:
        for document in agreement.tables:
            if layer in kinds and not KINDS[kinds[layer].kind].listed:
                rows += _trees(agreement, layer, document)
            else:
                rows += _items(agreement, lookup, layer, document, places[layer, document])
    return rows


def _items(agreement, lookup, layer, document, places):
    """The rows of one document in a layer of which differences are listed."""
    table = agreement.references.get(document) or agreement.tables[document]
    for fragments, texts in values_in_words(agreement, lookup, layer, document, places):
        yield _row(
            (layer, document, table.sentence_of(fragments), table.words(fragments)),
            (fragments[0][0], fragments[-1][1]),
            texts,
            agreement.sides,
        )


def values_in_words(agreement, lookup, layer, document, places, offsets=True):
    """Yield (fragments, {annotator: value in words}) of each item of a document in a layer.

    lookup   ValueLookup of the agreement; places: the Places of what differs there
    offsets  whether values say where their ends are
    """
    kind = next((k for k in agreement.layers if k.name == layer), None)
    # What is said of an annotator who drew nothing: at a place, elsewhere.
    nothing = (NOT_ANNOTATED,) * 2
    if kind is not None and not kind.settings.arcs:
        # Nobody gave a label to a span that only some drew: there is nothing to compare.
        nothing = NOT_ANNOTATED, "" if kind.on_shared_spans else NOT_ANNOTATED
    by_fragments, elsewhere, listed, apart = {}, defaultdict(set), {}, defaultdict(set)
    for place in places:
        listed.setdefault(place.item.fragments, []).extend(place.differences)
        apart[place.item.fragments] |= place.apart
    for fragments in lookup.items_of(layer, document):
        there = listed.get(fragments, ())
        values = by_fragments[fragments] = lookup.at(layer, document, fragments, there)
        for name, value in values.items() if there else ():
            drawn = (mark for mark in value.elements if _start(mark) not in (None, fragments))
            for mark in drawn:
                elsewhere[name, _start(mark)].add(mark.id)
    for fragments, values in by_fragments.items():
        if fragments not in listed:
            # What was matched with something at another span is shown there.
            left = {
                name: _without(value, elsewhere.get((name, fragments)))
                for name, value in values.items()
            }
            if values != left and not any(value.elements for value in left.values()):
                continue
            values = left
        texts = {
            name: _in_words(value, nothing[fragments not in listed], offsets)
            for name, value in values.items()
        }
        used: set = set()
        for group in grouped(values, apart[fragments]) if fragments in listed else ():
            # One is shown by what differs from somebody, another of the same value is not.
            text = texts[group[0]]
            if text in used:
                # As where ends have the same words and offsets, and other types.
                kinds = dict.fromkeys(unordered(each.kind) for each in listed[fragments])
                text = f"{text} (differs: {', '.join(kinds)})"
            used.add(text)
            texts.update(dict.fromkeys(group, text))
        yield fragments, texts


def _without(value, ids):
    """A Value without the elements of some ids."""
    if not ids:
        return value
    return value._replace(elements=tuple(mark for mark in value.elements if mark.id not in ids))


def _start(mark):
    """Where a mark stands, if it says so: the first of its ends."""
    return mark.ends[0].fragments if mark.ends else None


def _in_words(value, nothing, offsets):
    if value.missing:
        return ""
    words = set()
    for mark in value.elements:
        if mark.head is None:
            ends = " → ".join(_offsets(end.fragments) for end in mark.ends if offsets)
            words.add(" ".join(filter(None, (mark.label, ends_in_words(mark.ends), ends))))
        else:
            at = f"“{mark.head.text}” {_offsets(mark.head.fragments)}"
            words.add(drawn_in_words(mark.label, _ROOT if mark.head.is_root else at))
    return ", ".join(sorted(words)) or nothing


def _offsets(fragments):
    return ";".join(f"{start}–{end}" for start, end in fragments)


def _trees(agreement, layer, document):
    """The rows of the trees of one document: brackets, or each word with its head."""
    table = agreement.tables[document]
    for number, trees in agreement.parts[layer].of([document]).read_alone()[document].items.items():
        sentence = table.sentences[number - 1]
        yield _row(
            (layer, document, number, table.text[sentence.start : sentence.end].strip()),
            (sentence.start, sentence.end),
            {name: tree.in_words() for name, tree in trees.items()},
            agreement.sides,
        )


def _row(where, bounds, values, sides):
    row = dict(zip(WHERE_FIELDS, (*where, *bounds)))
    return {**row, **{column_of(name): values.get(name, "") for name in sides}}
