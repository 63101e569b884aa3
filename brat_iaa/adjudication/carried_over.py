"""Drafts of earlier versions, of which nothing but decisions was kept: their notes, which were read
again, are taken away, and what was decided or edited holds.
"""

import json
import re

from brat_iaa.adjudication.decisions import DraftSettings, Kept
from brat_iaa.adjudication.files import joined, lines_in
from brat_iaa.adjudication.merge import MAJORITY, UNANIMOUS, graph_of, merge
from brat_iaa.adjudication.state import IN_BRAT, NOTHING, WRITTEN, records_in
from brat_iaa.corpus.files import read_stable
from brat_iaa.layers.drawn_arcs import begun_by
from brat_iaa.review.items import key_in_store
from brat_iaa.server_hooks import saving

_KINDS = "type|arc|relation|event|chain|attribute|reference|note"
_WHERE = r"(?:Not in the draft: )?(?:[^|]*? \(characters [\d, to]+\): )?"
_BEGIN = (
    rf"(?:{_WHERE}(?i:(?:Disputed (?:{_KINDS})|(?:{_KINDS}) by majority)): "
    r"|Only [^|]* annotated this document)"
)
_OF_DRAFT = re.compile(_BEGIN)
_BETWEEN = re.compile(rf" \| (?={_BEGIN})")
_NUMBERS = re.compile(r": \d+ annotators?: ")
_MAJORITY = re.compile(r"\w by majority: ")


def adopt(draft, source) -> DraftSettings:
    """Keep of a Draft what is to be kept of it; returns how it was made, as its notes say it."""
    earlier, found, notes = {}, [], []
    for row in draft.decisions.earlier():
        earlier.setdefault(row["document"], {})[row["item"]] = row
    for document in source.project.documents:
        path = str(draft.directory / document.name)
        data = read_stable([path + ".ann"])[path + ".ann"]
        if data is not None and begun_by(document, source.config.dependencies)[0]:
            cleaned, taken = without_notes(data)
            notes += taken
            found.append((path, document, data, cleaned))
    rule = MAJORITY if any(map(_MAJORITY.search, notes)) else UNANIMOUS
    names = not any(map(_NUMBERS.search, notes))
    for path, document, data, cleaned in found:
        state, rows = draft.state(source, document), earlier.get(document.name, {})
        places = draft.places(source).get(document.name, ())
        made = _decisions(state, places, graph_of(cleaned, state), rows)
        expected = [line for line in merge(state, rule, made).lines if line]
        if cleaned != data:
            saving.replace(path + ".ann", cleaned)
        kept = Kept(joined(expected, b"") or b"\n", None, {}, cleaned)
        with draft.decisions.keeping(document.name, kept, made):
            pass
    settings = DraftSettings(rule, names, source.config.draft_layers)
    draft.decisions.begin(settings, anew=False)
    return settings


def without_notes(data) -> tuple:
    """(a file without the notes of a draft of an earlier version, these notes)"""
    left, taken = [], []
    for line in lines_in(data):
        head, tab, text = line.rpartition("\t")
        if line.startswith("#") and "\tAnnotatorNotes " in line:
            parts = _BETWEEN.split(text.rstrip("\r"))
            own = [part for part in parts if not _OF_DRAFT.match(part)]
            taken += [part for part in parts if _OF_DRAFT.match(part)]
            if not own:
                continue
            if len(own) < len(parts):
                line = f"{head}{tab}{' | '.join(own)}"
        left.append(line)
    return "\n".join(left).encode("utf-8", "surrogateescape"), taken


def _decisions(state, places, graph, rows):
    """What was decided, as the Graph of the draft has it. rows: {key of a Place: row}"""
    made = []
    for place, number in zip(places, state.numbers):
        row = rows.get(key_in_store(place))
        if row is not None and number is not None:
            scope, names = state.scopes[number], json.loads(row["names"])
            choice = WRITTEN if records_in(graph, scope) else NOTHING
            choice = IN_BRAT if row["choice"] == "neither" else choice
            made.append(state.decide(
                scope, choice, graph, name=next(iter(names), ""), by=row["by"], at=row["at"],
                why=row["reason"], item=row["item"],
            ))  # fmt: skip
    return made
