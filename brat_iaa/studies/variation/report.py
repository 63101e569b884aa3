"""Variation nuclei as rows for people and programs: text lines, CSV, JSON."""

from collections import Counter

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.cells import count, enumerated, more
from brat_iaa.formats.display_names import absent, drawn_in_words
from brat_iaa.formats.terminal import printable
from brat_iaa.kinds import KINDS
from brat_iaa.places.sentence import in_sentence
from brat_iaa.report.tables import left_out
from brat_iaa.studies.variation import INNER, OUTER
from brat_iaa.studies.variation.nuclei import Nuclei
from brat_iaa.studies.variation.reading import ProjectVariation

FIELDS = ("layer", "nucleus", "left", "right", "before", "between", "after", "value", "deviates",
          "annotator", "document", "sentence", "start", "end", "ids", "lines", "file",
          "link")  # fmt: skip
ALL = slice(None)
# Places of one value in lists to read.
SHOWN = 5
WHAT = (
    "The same words in the same surroundings, annotated differently. That is a candidate for an "
    "error and not an error: the words may be ambiguous."
)
_SAME = {INNER: "the same words", OUTER: "the same words, and one on each side"}


def variation(drawn, context=INNER, annotator=None, layer=None) -> ProjectVariation:
    """A ProjectVariation whose layers are searched: Nuclei.

    drawn      the same with what was drawn
    annotator  name of the only one; None: all
    layer      name of the only one; None: all

    Raises ConfigError for an annotator or a layer that is not there, and ProjectError if nobody
    drew anything.
    """
    there = drawn.annotators
    if annotator is not None and annotator not in there:
        raise ConfigError(
            f"--annotator {annotator}: there is no such annotator.{nearest(annotator, there)}"
        )
    names = [each.layer.name for each in drawn.layers]
    if layer is not None and layer not in names:
        raise ConfigError(f"--layer {layer}: there is no such layer.{nearest(layer, names)}")
    chosen = tuple(there) if annotator is None else (annotator,)
    layers = [
        Nuclei(each, chosen, context)
        for each in drawn.layers
        if layer in (None, each.layer.name) and not each.annotators.isdisjoint(chosen)
    ]
    if not layers:
        where = f"in the layer {layer}" if layer else "in any layer"
        raise ProjectError(
            f"{drawn.project}: {enumerated(chosen)} drew nothing {where}. To search what was not "
            "found, name it as a layer in iaa.conf: brat-agreement init writes one that says how."
        )
    excluded = [left for left in drawn.excluded if not set(chosen).isdisjoint(left.annotators)]
    return drawn._replace(annotators=chosen, layers=layers, excluded=excluded)


def summary(variation) -> list:
    """Lines on what was found in each layer, and what it means."""
    lines = [f"{variation.project}: {', '.join(variation.annotators)}", WHAT]
    return lines + [found(variation, layer) for layer in variation.layers] + left_out_of(variation)


def left_out_of(variation) -> list:
    """Lines on documents that could not be searched, and on lines that could not be read."""
    lines = [f"Not searched: {left_out(variation.excluded)}."] if variation.excluded else []
    if variation.unread:
        lines.append(
            f"{count(variation.unread, 'line')} could not be read, so what is written there counts "
            "as not drawn: see brat-agreement report."
        )
    return lines


def found(variation, nuclei) -> str:
    """A line on what was found in a layer, its Nuclei."""
    total, within = len(nuclei), nuclei.within
    words = f"{total} {'nucleus' if total == 1 else 'nuclei'} with {_SAME[nuclei.context]}"
    if total:
        words += f", {count(nuclei.occurrences, 'occurrence')}"
    elif nuclei.context == OUTER:
        words += "; the context inner asks for less"
    if total and len(variation.annotators) > 1:
        words += f". {within} of them within an annotator, {total - within} only between annotators"
    several = len(variation.layers) > 1
    return (f"{nuclei.layer.name}: " if several else "") + words + "."


def rows(nuclei, chosen=ALL, links=None, most=None) -> list:
    """What JSON holds of each Nucleus of Nuclei.

    layer                 its name
    left, right           the words; right is "" where one span is annotated
    before, between, after  the words around them; before and after are None with context inner, ""
                          at the ends of the sentence
    occurrences, deviating  numbers of all, and of those without the most frequent value
    within                annotators who themselves annotate the words differently
    values                the most frequent first: value in words; drawn with label and side (left
                          or right, of an arc's head or a relation's target; else None); number; and
                          occurrences with annotator, document, sentence, start and end of the
                          words, ids, lines, file and link

    chosen  slice of the nuclei
    links   BratLinks, or None
    most    occurrences of each nucleus that are listed, as many of each value but one at least;
            None: all
    """
    return [
        {
            "layer": nuclei.layer.name,
            "left": nucleus.left,
            "right": nucleus.right,
            "before": nucleus.before,
            "between": list(nucleus.between),
            "after": nucleus.after,
            "occurrences": nucleus.occurrences,
            "deviating": nucleus.deviating,
            "within": list(nucleus.within),
            "values": [
                {
                    "value": in_words(nucleus, value),
                    "drawn": [
                        {"label": label, "side": _SIDES[on_right]} for label, on_right in value
                    ],
                    "number": len(occurrences),
                    "occurrences": [
                        _occurrence(occurrence, links)
                        for occurrence in occurrences[: listed_of_each(nucleus, most)]
                    ],
                }
                for value, occurrences in nucleus.values
            ],
        }
        for nucleus in nuclei[chosen]
    ]


def listed_of_each(nucleus, most):
    """How many occurrences of each value of a Nucleus are listed, where most of all are."""
    return most and max(most // len(nucleus.values), 1)


_SIDES = {None: None, False: "left", True: "right"}


def _occurrence(occurrence, links):
    drawn, table = occurrence.drawn, occurrence.document.table
    return {
        "annotator": occurrence.annotator,
        "document": table.document,
        "sentence": occurrence.words[0].sentence,
        "start": occurrence.fragments[0][0],
        "end": max(end for _, end in occurrence.fragments),
        "ids": [mark.id for mark in drawn],
        "lines": [mark.line for mark in drawn],
        "file": table.files[occurrence.annotator],
        "link": address(occurrence, links) if links else None,
    }


def address(occurrence, links):
    """The address in brat of an Occurrence, with what is drawn highlighted; None without."""
    path = occurrence.document.table.files[occurrence.annotator]
    return links.file(path, [*(mark.id for mark in occurrence.drawn), *offsets([occurrence])])


def flat_rows(nuclei, chosen=ALL, links=None) -> list:
    """A dict for each occurrence of some of the Nuclei, the keys FIELDS in each.

    deviates  whether the value is not the most frequent one
    """
    return [
        {
            "nucleus": number,
            **{key: row[key] for key in ("layer", "left", "right", "before", "after")},
            "between": " ".join(row["between"]),
            "value": value["value"],
            "deviates": "yes" if value is not row["values"][0] else "no",
            **{
                key: occurrence[key]
                for key in ("annotator", "document", "sentence", "start", "end", "file", "link")
            },
            "ids": ", ".join(occurrence["ids"]),
            "lines": ", ".join(map(str, occurrence["lines"])),
        }
        for number, row in enumerate(rows(nuclei, chosen, links), 1 + (chosen.start or 0))
        for value in row["values"]
        for occurrence in value["occurrences"]
    ]


def in_words(nucleus, value) -> str:
    """A value such as “OBJ ← “saw””; of a word beside itself the head is “left” or “right”."""
    if not value:
        return nothing(nucleus.layer)
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


def nothing(layer) -> str:
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


def who(occurrences) -> str:
    """Such as “anna 3, ben 1”."""
    times = Counter(occurrence.annotator for occurrence in occurrences)
    return ", ".join(f"{name} {times[name]}" for name in sorted(times))


def to_text(variation, limit=None, links=None) -> str:
    """Lines a linguist can read: each nucleus with its values and some occurrences of each."""
    out = summary(variation)
    for nuclei in variation.layers:
        if len(variation.layers) > 1 and len(nuclei):
            out += ["", f"{nuclei.layer.name}:"]
        for number, nucleus in enumerate(nuclei[:limit], 1):
            out += ["", f"{number}. {phrase(nucleus)}: {shares(nucleus)}"]
            for value, occurrences in nucleus.values:
                out.append(f"  {in_words(nucleus, value)}: {who(occurrences)}")
                found_at = places(occurrences)
                for place in found_at[:SHOWN]:
                    out.append(f"    {where(place)}: {sentence(place[0]).in_brackets}")
                    out += [f"      {address(occurrence, links)}" for occurrence in place if links]
                out += [
                    f"    {line}"
                    for line in more(
                        len(found_at) - SHOWN, "places" if len(found_at) > SHOWN + 1 else "place"
                    )
                ]
    return "".join(printable(line) + "\n" for line in out)


def shares(nucleus) -> str:
    """Such as “12 occurrences, 1 deviates”."""
    number = nucleus.deviating
    return f"{count(nucleus.occurrences, 'occurrence')}, {number} deviate{'s' * (number == 1)}"


def sentence(occurrence):
    """InSentence of the words of an Occurrence."""
    item = occurrence.words[0]._replace(index=-1, fragments=occurrence.fragments)
    return in_sentence(occurrence.document.table, item)


def places(occurrences) -> list:
    """Lists of the Occurrences with the same words of a text, in the order of the text."""
    by_place = {}
    for occurrence in occurrences:
        by_place.setdefault((occurrence.document, occurrence.fragments), []).append(occurrence)
    return list(by_place.values())


def where(place) -> str:
    """Document, sentence and annotators of a place, with ids and lines in the files."""
    first = place[0]
    names = ", ".join(map(drawn_by, place))
    return f"{first.document.table.document}, sentence {first.words[0].sentence}, {names}"


def drawn_by(occurrence) -> str:
    """Such as “anna (R5 in line 12)”; where nothing is drawn the name alone."""
    drawn = ", ".join(f"{mark.id} in line {mark.line}" for mark in occurrence.drawn)
    return f"{occurrence.annotator} ({drawn})" if drawn else occurrence.annotator


def to_dict(variation, chosen=ALL, links=None, most=None) -> dict:
    """All of it as what JSON can hold; chosen, links and most: as in rows()."""
    return {
        "project": variation.project,
        "annotators": list(variation.annotators),
        "context": variation.layers[0].context,
        "meaning": WHAT,
        "lines_not_read": variation.unread,
        "not_searched": [left._asdict() for left in variation.excluded],
        "layers": [
            {
                "layer": nuclei.layer.name,
                "nuclei": len(nuclei),
                "within_an_annotator": nuclei.within,
                "occurrences": nuclei.occurrences,
                "listed": rows(nuclei, chosen, links, most),
            }
            for nuclei in variation.layers
        ],
    }
