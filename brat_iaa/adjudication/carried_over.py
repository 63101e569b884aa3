"""Drafts of earlier versions, of which nothing but decisions was kept: their notes, which were read
again, are taken away, and what was decided or edited holds.
"""

import json
import re

from brat_iaa.adjudication.decisions import DraftSettings, Kept
from brat_iaa.adjudication.files import joined, lines_in
from brat_iaa.adjudication.merge import graph_of, merge
from brat_iaa.adjudication.rule import DraftRule
from brat_iaa.adjudication.state import IN_BRAT, NOTHING, WRITTEN, records_in
from brat_iaa.corpus.files import read_stable
from brat_iaa.layers.begun import begun_by
from brat_iaa.review.items import span_in_store
from brat_iaa.server_hooks import saving

_KINDS = "type|arc|relation|event|chain|attribute|reference|note"
_BEGIN = (
    r"(?:(?:Not in the draft: )?(?:[^|]*? \(characters [\d, to]+\): )?"
    rf"(?i:(?:Disputed (?:{_KINDS})|(?:{_KINDS}) by majority)): "
    r"|Only [^|]* annotated this document)"
)
_OF_DRAFT = re.compile(_BEGIN)
_BETWEEN = re.compile(rf" \| (?={_BEGIN})")


def adopt(draft, source) -> DraftSettings:
    """Keep of a Draft what is to be kept of it; returns how it is made: as its notes may have named
    nobody, they do not from now on.
    """
    for document in source.project.documents:
        path = str(draft.directory / document.name) + ".ann"
        data = read_stable([path])[path]
        if data is not None and begun_by(document, source.config.dependencies)[0]:
            cleaned = _without_notes(data)
            state = draft.state(source, document)
            places = draft.places(source).get(document.name, ())
            rows = {item: row for item, *row in draft.decisions.earlier(document.name)}
            made = _decisions(state, places, graph_of(cleaned, state), rows)
            expected = [line for line in merge(state, DraftRule(), made).lines if line]
            if cleaned != data:
                saving.replace(path, cleaned)
            with draft.decisions.deciding(document.name, made):
                pass
            kept = Kept(joined(expected, b"") or b"\n", None, {}, cleaned)
            draft.decisions.keep(document.name, kept)
    settings = DraftSettings(layers=source.config.draft_layers)
    draft.decisions.begin(settings, anew=False)
    return settings


def _without_notes(data):
    """A file without the notes of a draft of an earlier version."""
    left = []
    for line in lines_in(data):
        head, tab, text = line.rpartition("\t")
        if line.startswith("#") and "\tAnnotatorNotes " in line:
            parts = _BETWEEN.split(text.rstrip("\r"))
            own = [part for part in parts if not _OF_DRAFT.match(part)]
            if not own:
                continue
            if len(own) < len(parts):
                line = f"{head}{tab}{' | '.join(own)}"
        left.append(line)
    return "\n".join(left).encode("utf-8", "surrogateescape")


def _decisions(state, places, graph, rows):
    """What was decided, as the Graph of the draft has it. rows: {key of a Place: row}"""
    made = []
    for place, number in zip(places, state.numbers):
        item = span_in_store(place)
        if item in rows and number is not None:
            choice, names, why, by, at = rows[item]
            scope = state.scopes[number]
            there = WRITTEN if records_in(graph, scope) else NOTHING
            made.append(state.decide(
                scope, IN_BRAT if choice == "neither" else there, graph,
                name=next(iter(json.loads(names)), ""), by=by, at=at, why=why, item=item,
            ))  # fmt: skip
    return made
