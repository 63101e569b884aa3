"""Variation nuclei as rows for people and programs: text lines, CSV, JSON."""

from collections import Counter
from typing import NamedTuple

from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.formats.brat_links import offsets
from brat_iaa.formats.cells import count, more
from brat_iaa.formats.display_names import absent, drawn_in_words
from brat_iaa.formats.terminal import printable
from brat_iaa.places.sentence import in_sentence
from brat_iaa.studies.variation import INNER, OUTER
from brat_iaa.studies.variation.nuclei import nuclei

FIELDS = ("nucleus", "left", "right", "before", "between", "after", "value", "deviates",
          "annotator", "document", "sentence", "start", "end", "ids", "lines", "file",
          "link")  # fmt: skip
# Places of one value in lists to read.
SHOWN = 5
WHAT = (
    "The same two words in the same surroundings, annotated differently. That is a candidate for "
    "an error and not an error: the words may be ambiguous."
)
_SAME = {
    INNER: "the same words between the two",
    OUTER: "the same words between the two, and one on each side",
}


class ProjectVariation(NamedTuple):
    """What is known of a project.

    project     its name
    annotators  tuple of the names whose annotation was searched
    context     INNER or OUTER
    nuclei      Nuclei
    """

    project: str
    annotators: tuple
    context: str
    nuclei: object


def variation(project, tables, annotators, context=INNER, annotator=None) -> ProjectVariation:
    """The ProjectVariation of a project.

    tables     {document: DependencyTable}
    annotator  name of the only one; None: all

    Raises ConfigError for an annotator who is not there, and ProjectError if nobody drew an arc.
    """
    if annotator is not None and annotator not in annotators:
        raise ConfigError(
            f"--annotator {annotator}: there is no such annotator.{nearest(annotator, annotators)}"
        )
    chosen = tuple(annotators) if annotator is None else (annotator,)
    if not has_arcs(tables, chosen):
        raise ProjectError(
            f"{project}: {' and '.join(chosen)} drew no arc between tokens. Variation is searched "
            "in dependencies only."
        )
    return ProjectVariation(project, chosen, context, nuclei(tables, chosen, context))


def has_arcs(tables, annotators) -> bool:
    """Whether any of some annotators drew an arc: variation is searched in nothing else."""
    return any(table.arcs.get(name) for table in tables.values() for name in annotators)


def summary(variation) -> list:
    """Lines on what was found, and what it means."""
    total, within = len(variation.nuclei), variation.nuclei.within
    lines = [f"{variation.project}: {', '.join(variation.annotators)}", WHAT]
    words = f"{total} {'nucleus' if total == 1 else 'nuclei'} with {_SAME[variation.context]}"
    if total:
        words += f", {count(variation.nuclei.occurrences, 'occurrence')}"
    elif variation.context == OUTER:
        words += "; the context inner asks for less"
    if total and len(variation.annotators) > 1:
        words += f". {within} of them within an annotator, {total - within} only between annotators"
    return [*lines, words + "."]


def rows(variation, limit=None, links=None) -> list:
    """What JSON holds of each Nucleus.

    left, right           the words
    before, between, after  the words around them; before and after are None with context inner, ""
                          at the ends of the sentence
    occurrences, deviating  numbers of all, and of those without the most frequent value
    within                annotators who themselves annotate the words differently
    values                the most frequent first: value in words; arcs with label and head (left or
                          right); number; and occurrences with annotator, document, sentence, start
                          and end of both words, ids, lines, file and link

    limit  how many nuclei; None: all
    links  BratLinks, or None
    """
    return [
        {
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
                    "arcs": [
                        {"label": label, "head": "right" if right else "left"}
                        for label, right in value
                    ],
                    "number": len(occurrences),
                    "occurrences": [_occurrence(occurrence, links) for occurrence in occurrences],
                }
                for value, occurrences in nucleus.values
            ],
        }
        for nucleus in variation.nuclei[:limit]
    ]


def _occurrence(occurrence, links):
    arcs = occurrence.arcs
    return {
        "annotator": occurrence.annotator,
        "document": occurrence.table.document,
        "sentence": occurrence.left.sentence,
        "start": occurrence.left.start,
        "end": occurrence.right.end,
        "ids": [arc.id for arc in arcs],
        "lines": [arc.line for arc in arcs],
        "file": occurrence.table.files[occurrence.annotator],
        "link": address(occurrence, links) if links else None,
    }


def address(occurrence, links):
    """The address in brat of an Occurrence, with its words and arcs highlighted; None without."""
    path = occurrence.table.files[occurrence.annotator][: -len(".ann")]
    return links.file(
        path, [*(arc.id for arc in occurrence.arcs), *offsets((occurrence.left, occurrence.right))]
    )


def flat_rows(rows) -> list:
    """A dict for each occurrence of some rows(), the keys FIELDS in each.

    deviates  whether the value is not the most frequent one
    """
    return [
        {
            "nucleus": number,
            **{key: row[key] for key in ("left", "right", "before", "after")},
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
        for number, row in enumerate(rows, 1)
        for value in row["values"]
        for occurrence in value["occurrences"]
    ]


def in_words(nucleus, value) -> str:
    """A value such as “OBJ ← “saw””; of a word beside itself the head is “left” or “right”."""
    left, right = nucleus.left, nucleus.right
    if left == right:
        left, right = f"{left} (left)", f"{right} (right)"
    words = [drawn_in_words(label, f"“{right if on_right else left}”") for label, on_right in value]
    return ", ".join(words) or absent("head")


def phrase(nucleus) -> str:
    """The words with their surroundings, the two in brackets: “he [saw] the [dog] .”"""
    inner = (f"[{nucleus.left}]", *nucleus.between, f"[{nucleus.right}]")
    return " ".join(filter(None, (nucleus.before, *inner, nucleus.after)))


def who(occurrences) -> str:
    """Such as “anna 3, ben 1”."""
    times = Counter(occurrence.annotator for occurrence in occurrences)
    return ", ".join(f"{name} {times[name]}" for name in sorted(times))


def to_text(variation, limit=None, links=None) -> str:
    """Lines a linguist can read: each nucleus with its values and some occurrences of each."""
    out = summary(variation)
    for number, nucleus in enumerate(variation.nuclei[:limit], 1):
        out += ["", f"{number}. {phrase(nucleus)}: {shares(nucleus)}"]
        for value, occurrences in nucleus.values:
            out.append(f"  {in_words(nucleus, value)}: {who(occurrences)}")
            found_at = places(occurrences)
            for place in found_at[:SHOWN]:
                out.append(f"    {where(place)}: {sentence(place[0]).in_brackets}")
                out += [f"      {address(occurrence, links)}" for occurrence in place if links]
            out += [f"    {line}" for line in more(len(found_at) - SHOWN, "places")]
    return "".join(printable(line) + "\n" for line in out)


def shares(nucleus) -> str:
    """Such as “12 occurrences, 1 deviates”."""
    number = nucleus.deviating
    return f"{count(nucleus.occurrences, 'occurrence')}, {number} deviate{'s' * (number == 1)}"


def sentence(occurrence):
    """InSentence of both words of an Occurrence."""
    words = occurrence.left._replace(
        fragments=occurrence.left.fragments + occurrence.right.fragments
    )
    return in_sentence(occurrence.table, words)


def places(occurrences) -> list:
    """Lists of the Occurrences with the same words of a document, in the order of the text."""
    by_place = {}
    for occurrence in occurrences:
        key = occurrence.table.document, occurrence.left.fragments, occurrence.right.fragments
        by_place.setdefault(key, []).append(occurrence)
    return list(by_place.values())


def where(place) -> str:
    """Document, sentence and annotators of a place, with ids and lines in the files."""
    first = place[0]
    names = ", ".join(map(drawn_by, place))
    return f"{first.table.document}, sentence {first.left.sentence}, {names}"


def drawn_by(occurrence) -> str:
    """Such as “anna (R5 in line 12)”; without an arc the name alone."""
    arcs = ", ".join(f"{arc.id} in line {arc.line}" for arc in occurrence.arcs)
    return f"{occurrence.annotator} ({arcs})" if arcs else occurrence.annotator


def to_dict(variation, limit=None, links=None) -> dict:
    """All of it as what JSON can hold."""
    return {
        "project": variation.project,
        "annotators": list(variation.annotators),
        "context": variation.context,
        "nuclei": len(variation.nuclei),
        "within_an_annotator": variation.nuclei.within,
        "occurrences": variation.nuclei.occurrences,
        "meaning": WHAT,
        "listed": rows(variation, limit, links),
    }
