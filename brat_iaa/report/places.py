"""Places as rows for people and programs: text lines, CSV, JSON."""

from collections import Counter

from brat_iaa.formats.display_names import (
    absent,
    drawn_in_words,
    ends_in_text,
    ends_in_words,
    ends_with_offsets,
)
from brat_iaa.formats.terminal import printable
from brat_iaa.kinds import listed
from brat_iaa.layers.difference import unordered

WHERE_FIELDS = ("layer", "document", "sentence", "token", "start", "end")
FIELDS = (*WHERE_FIELDS, "kinds", "with_it", "annotator", "group", "value", "token_id", "ids",
          "lines", "file", "link")  # fmt: skip


def where(place) -> dict:
    """{each of WHERE_FIELDS: its value} of a Place, or a Difference.

    sentence    number in the document, from 1
    token       its words
    start, end  characters of the text, end exclusive
    """
    token = place.token
    values = place.layer, place.document, place.sentence, token.text, token.start, token.end
    return dict(zip(WHERE_FIELDS, values))


def rows(places, links=None, redacted=()):
    """Yield what JSON holds of each Place.

    layer, document  see Place
    sentence         number in the document, from 1
    token, start, end  the words; characters of the text, end exclusive
    kinds            in what it differs, whoever is first
    labels           of what differs; None for nothing
    with_it          what follows from it: for each disagreement of a pair, where it is, annotators
                     and kind
    groups           lists of the annotators who gave the same value, most annotators first
    values           of each annotator who was compared: annotator; missing (has no token there);
                     value in words; token_id and file as in brat; link, the address in brat; and
                     elements, each with label, head, head_start, head_end, distance (None without a
                     head; distance also from the root), ends, ends_at (None without), id and line

    links  function of a Difference that returns an object with the brat addresses a, b; or None
    redacted  names of annotators of whose files nothing is told: ids, lines and paths are None
    """
    return (_row(place, links, redacted) for place in places)


def flat_rows(rows):
    """Yield a dict for each annotator of each of some rows(), the keys FIELDS in each.

    group is the number of the annotator's group, 1 for the largest; None if missing.
    """
    return (
        {
            **{name: row[name] for name in WHERE_FIELDS},
            "kinds": ", ".join(row["kinds"]),
            "with_it": row["with_it_in_words"],
            "annotator": value["annotator"],
            "group": next(
                (
                    number
                    for number, group in enumerate(row["groups"], 1)
                    if value["annotator"] in group
                ),
                None,
            ),
            "value": value["value"],
            "token_id": value["token_id"],
            "ids": ", ".join(id for id, _ in _records(value) if id),
            "lines": ", ".join(str(line) for _, line in _records(value) if line is not None),
            "file": value["file"],
            "link": value["link"],
        }
        for row in rows
        for value in row["values"]
    )


def with_names(row, called):
    """A row of rows() that calls annotators otherwise, in the order of these names; it tells of
    nobody whose value came first. called: {annotator: name}
    """
    return {
        **row,
        "groups": sorted(
            (sorted(map(called.get, group)) for group in row["groups"]),
            key=lambda group: (-len(group), group),
        ),
        "values": sorted(
            ({**value, "annotator": called[value["annotator"]]} for value in row["values"]),
            key=lambda value: value["annotator"],
        ),
        "with_it": sorted(
            (
                {
                    **each,
                    "annotators": sorted(map(called.get, each["annotators"])),
                    "kind": unordered(each["kind"]),
                }
                for each in row["with_it"]
            ),
            key=lambda each: [*map(each.get, WHERE_FIELDS), each["annotators"], each["kind"]],
        ),
    }


def counts(agreement):
    """[{"layer", "document", "places", "compared"}] of each layer: all documents (None), then each.

    places    at which annotators differ
    compared  items that two or more annotators were compared on: those of the layer's first figure
    """
    differing, compared = Counter(), {}
    for (layer, document), number in agreement.annotator_places.by_document().items():
        differing[layer, document] = number
        differing[layer, None] += number
    for layer in agreement.score_indexes:
        for document in (None, *agreement.tables):
            items = layer.items_compared(document)
            if items is not None:
                compared[layer.name, document] = items
    layers = listed(agreement.layers)
    return [
        {
            "layer": layer,
            "document": document,
            "places": differing[layer, document],
            "compared": compared[layer, document],
        }
        for layer in layers
        for document in (None, *agreement.tables)
        if (layer, document) in compared
    ]


def places_between(agreement):
    """(number of places at which annotators differ, at which they differ from the gold alone)"""
    between = len(agreement.annotator_places)
    return between, len(agreement.places) - between


def in_words(between, beside=0, where="", number=str):
    """Such as “80 disagreements: 68 between annotators, 12 only with the gold”.

    between, beside  as of places_between()
    where            said of the disagreements, with a blank before it
    number           function that writes a whole number
    """
    every = between + beside
    words = f"{number(every)} disagreement{'' if every == 1 else 's'}"
    if not beside:
        return f"{words}{where}"
    if not between:
        return f"{words} with the gold{where}"
    return (
        f"{words}{where}: {number(between)} between annotators, {number(beside)} only with the gold"
    )


def to_text(rows, sentences=None):
    """Lines a linguist can read, by document and sentence: each place with the groups of annotators
    who agree on it.

    sentences  {(document, number): text of the sentence}; without one only the number is shown
    """
    rows, out, sentence = [*rows], [], None
    several = len({row["layer"] for row in rows}) > 1
    for row in rows:
        if (row["document"], row["sentence"]) != sentence:
            out += [""] if out else []
            sentence = row["document"], row["sentence"]
            out.append(f"{row['document']}, sentence {row['sentence']}")
            text = (sentences or {}).get(sentence)
            out += [f"  {text.strip()}"] if text else []
        differs = ", ".join(row["kinds"])
        layer = f"{row['layer']}, " if several else ""
        out.append(f"  “{row['token']}” ({row['start']}–{row['end']}): {layer}{differs}")
        out += _groups_in_words(row)
    return "".join(printable(line) + "\n" for line in out)


def with_it_in_words(numbers, before=""):
    """Such as “also affects: Certainty, 2 relations”; "" for nothing. numbers: {layer: number}"""
    words = ", ".join(
        f"{number} {layer}" if number > 1 else layer for layer, number in numbers.items()
    )
    return words and before + words


def _row(place, links, redacted):
    return {
        **where(place),
        "kinds": list(place.kinds),
        "labels": [label or None for label in place.labels],
        "with_it": [
            {**where(each), "annotators": list(each.annotators), "kind": each.kind}
            for each in place.consequences
        ],
        "with_it_in_words": with_it_in_words(place.with_it),
        "groups": [list(group) for group in place.groups],
        "values": [
            {
                "annotator": name,
                "missing": value.missing,
                "value": value_in_words(place, value),
                "elements": [mark_row(place.token, mark, told) for mark in value.elements],
                "token_id": value.token_id if told else None,
                "file": value.file if told else None,
                "link": link_of(place, name, links) if told else None,
            }
            for name, value in place.values.items()
            for told in [name not in redacted]
        ],
    }


def mark_row(token, mark, told):
    """What JSON holds of a Mark; told: whether also where it stands in the annotator's file."""
    head = mark.head
    return {
        "label": mark.label,
        "head": head.text if head else None,
        "head_start": head.start if head else None,
        "head_end": head.end if head else None,
        "distance": None if head is None or head.is_root else head.index - token.index,
        "ends": ends_in_words(mark.ends) or None,
        "ends_at": ends_in_text(mark.ends) or None,
        "id": mark.id if told else None,
        "line": mark.line if told else None,
    }


def value_in_words(place, value):
    """All that an annotator gave, such as “SUBJ ← “broke”, SUBJ ← “started””, or what is absent."""
    if value.missing or not value.elements:
        return absent(not place.of_arcs or not value.missing and value.token_id is not None)
    words = ", ".join(map(_element_in_words, value.elements))
    if not any(element.ends for element in value.elements):
        return words
    # Others may differ in where they drew the same words.
    alike = [
        group for group in place.groups
        if words.split()
        == ", ".join(map(_element_in_words, place.values[group[0]].elements)).split()
    ]  # fmt: skip
    if len(alike) < 2:
        return words
    return ", ".join(_element_in_words(element, ends_with_offsets) for element in value.elements)


def _element_in_words(element, ends=ends_in_words):
    head = element.head
    words = head and ("the root" if head.is_root else f"“{head.text}”")
    return drawn_in_words(element.label, words, ends(element.ends))


def groups_in_words(place, names, call):
    """[(annotators with the same value, it in words)], and who drew an arc the other way round.

    names  whose groups come first
    call   function of an annotator's name that returns how it is shown
    """
    values = [
        (", ".join(map(call, group)), value_in_words(place, place.values[group[0]]))
        for group in place.groups_from(*names)
    ]
    return values + [
        (
            f"{', '.join(map(call, who))} at “{token.text}”",
            f"{_element_in_words(element)}, the other way round",
        )
        for who, token, element in place.turned
    ]


def link_of(place, annotator, links):
    """Address of an annotator's document in brat, if a Difference has it; else None."""
    for each in place.differences if links else ():
        if annotator in each.annotators:
            addresses = links(each)
            return addresses.b if each.annotators.index(annotator) else addresses.a
    return None


def _records(value):
    """(brat's id, line) of the elements of a row's value, each once: those of an event share
    one.
    """
    return dict.fromkeys((element["id"], element["line"]) for element in value["elements"])


def _groups_in_words(row):
    """A line for each group, those without the item last; then where it stands in each file."""
    values = {value["annotator"]: value for value in row["values"]}
    groups = row["groups"] + [[name] for name, value in values.items() if value["missing"]]
    width = max(len(", ".join(group)) for group in groups) + 1
    for group in groups:
        names = ", ".join(group) + ":"
        yield f"    {names:<{width}} {values[group[0]]['value']}"
        for name in group:
            where = ", ".join(
                id if line is None else f"line {line} ({id})" for id, line in _records(values[name])
            )
            yield f"      {values[name]['file']} {where}".rstrip()
            if values[name]["link"]:
                yield f"      {values[name]['link']}"
    if row["with_it_in_words"]:
        yield f"    also affects: {row['with_it_in_words']}"
