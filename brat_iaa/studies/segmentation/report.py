"""What annotators with different words or sentences agree on: table, CSV and JSON."""

from functools import reduce
from itertools import combinations
from typing import NamedTuple

from brat_iaa.corpus.conllu import read_treebank
from brat_iaa.corpus.conllu_files import UnpackError, unpacked
from brat_iaa.corpus.files import read_stable
from brat_iaa.errors import ProjectError
from brat_iaa.formats.cells import count
from brat_iaa.formats.tables import COUNT, FIGURE, SENTENCE, TEXT, Table
from brat_iaa.studies.segmentation.alignment import Agreeing, agreeing, segmented

WHAT = (
    "Words are aligned by their characters, whatever sentences they are in; those of a token that "
    "stands for several by their forms."
)
_TERMS = (
    "Tokens, words, sentences: F1 of those that both have, with the same characters.",
    "UAA, LAA, LOA: of the aligned words the share with the same head, head and label, label.",
    "UAS, LAS, CLAS, MLAS, ELAS, EULAS: F1 over all words, as udtools has them; CLAS and MLAS of "
    "content words, MLAS with tags and function words; ELAS and EULAS of the arcs in DEPS. Labels "
    "count up to the colon, in LAA, LOA and ELAS as a whole.",
)


class SegmentedPair(NamedTuple):
    """annotators: two; documents: number; figures: {name: Agreeing}"""

    annotators: tuple
    documents: int
    figures: dict


class Segmentation(NamedTuple):
    """pairs: list of SegmentedPair; refused: [(document, annotators, reason)]"""

    project: str
    pairs: list
    refused: list


def segmentation(root, listing) -> Segmentation:
    """The Segmentation of a project of CoNLL-U. Raises ProjectError.

    listing  corpus.discovery.Listing
    """
    if not listing.extensions:
        raise ProjectError(
            f"{root}: its files are not CoNLL-U. Words that annotators cut differently in brat are "
            "compared with texts = by-sentence in [layer trees]: brat-agreement guide trees"
        )
    refused, files = [], {}
    for document, stems in listing.stems.items():
        for annotator, stem in stems.items():
            file = listing.file(stem)
            path = f"{root}/{file}"
            data = read_stable([path])[path]
            try:
                content = None if data is None else unpacked(data, listing.extensions[stem])
            except UnpackError as error:
                content = None
                refused.append((document, annotator, f"{file} cannot be read: {error}"))
            if content is not None:
                found = files.setdefault(document, {})
                found[annotator] = segmented(read_treebank(content, file))
    pairs = [_pair(both, files, refused) for both in combinations(listing.annotators, 2)]
    return Segmentation(root.resolve().name, [own for own in pairs if own.documents], refused)


def _pair(both, files, refused):
    figures = []
    for document, of in files.items():
        first, second = (of.get(name) for name in both)
        if first is None or second is None:
            continue
        if first.characters == second.characters:
            figures.append(agreeing(first, second))
        else:
            refused.append((document, ", ".join(both), _first_difference(first, second)))
    summed = {
        name: reduce(Agreeing.plus, (own[name] for own in figures)) for name in (figures or [{}])[0]
    }
    return SegmentedPair(both, len(figures), summed)


def _first_difference(first, second):
    texts = first.characters, second.characters
    at = next((n for n, both in enumerate(zip(*texts)) if both[0] != both[1]), min(map(len, texts)))
    shown = [text[at : at + 10] or "nothing" for text in texts]
    return f"the texts differ: “{shown[0]}” against “{shown[1]}”, after {at} characters"


def summary(found) -> list:
    """Lines on what is compared."""
    return [f"{found.project}: {count(len(found.pairs), 'pair')} of annotators", WHAT]


def tables(found) -> list:
    """List of Table: a column for each pair, then what could not be compared."""
    names = [", ".join(pair.annotators) for pair in found.pairs]
    figures = found.pairs[0].figures if found.pairs else ()
    rows = [(name, *(pair.figures[name].value for pair in found.pairs)) for name in figures]
    columns = [TEXT("figure"), *(FIGURE(name) for name in names)]
    notes = [
        f"{name}: {count(pair.documents, 'document')}, {pair.figures['Words'].first:,} and "
        f"{pair.figures['Words'].second:,} words, {pair.figures['Words'].agree:,} aligned."
        for name, pair in zip(names, found.pairs)
    ]
    made = [Table("words and sentences", columns, rows, notes=tuple(notes), terms=_TERMS)]
    refused = [TEXT("document"), TEXT("annotators"), SENTENCE("reason")]
    made.append(Table("not compared", refused, found.refused))
    return [table for table in made if table.records]


def figure_table(found) -> Table:
    """Every figure with its counts, for programs."""
    columns = [TEXT("annotators"), TEXT("figure"), TEXT("value")]
    columns += [COUNT(name) for name in ("documents", *Agreeing._fields)]
    rows = [
        (", ".join(pair.annotators), name, own.value, pair.documents, *own)
        for pair in found.pairs
        for name, own in pair.figures.items()
    ]
    return Table("words and sentences", columns, rows)


def to_dict(found) -> dict:
    """The same for JSON."""
    return {
        "project": found.project,
        "pairs": [
            {
                "annotators": list(pair.annotators), "documents": pair.documents,
                "figures": {
                    name: {"value": own.value, **own._asdict()}
                    for name, own in pair.figures.items()
                },
            }
            for pair in found.pairs
        ],
        "not_compared": [
            dict(zip(("document", "annotators", "reason"), one)) for one in found.refused
        ],
    }  # fmt: skip
