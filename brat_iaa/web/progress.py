"""The page Progress: who is how far with which document, and what is to be done next."""

from collections import Counter

from flask import Blueprint, g, jsonify, render_template, request, url_for

from brat_iaa.access.permissions import adjudicates
from brat_iaa.review.documents import (
    ADJUDICATED,
    STATES,
    adjudicated_in,
    annotator_table,
    document_table,
    documents_progress,
    next_steps,
    own_table,
    own_work,
)
from brat_iaa.review.progress import progress as own_progress
from brat_iaa.web import selection
from brat_iaa.web.tables import check_sort, sorted_list

progress_pages = Blueprint("progress", __name__)


@progress_pages.get("/progress")
def progress():
    kind = selection.wanted_format(request.args, "html", "json", "csv")
    show = _everybodys if adjudicates(g.viewer.permission) else _own
    tables, words = g.viewer.in_time(show, "progress") if kind == "html" else show()
    chosen = selection.choice(request.args, "state", (*STATES, ADJUDICATED), "state")
    every = tables["documents"]
    states = Counter(row[-1] for row in every.records)
    if chosen:
        there = [row for row in every.records if row[-1] == chosen]
        tables["documents"] = every._replace(records=there, total=None)
    if kind == "json":
        return jsonify(**words, **{name: table.dicts() for name, table in tables.items()})
    if kind == "csv":
        return selection.attachment(tables["documents"], "progress.csv")
    listing = sorted_list("documents", tables["documents"], request.args)
    check_sort("documents", request.args, [listing])
    names = [row[0] for row in listing.table.records]
    links = {"document": [url_for("pages.document", name=name) for name in names]}
    if not words["own"]:
        links["disagreements"] = [url_for("places.everyone", document=name) for name in names]
    else:
        links["own"] = [url_for("places.mine", document=name) for name in names]
    kept = selection.for_links(request.args, "format", "state", "show", "documents_page")
    chips = [("all", len(every.records), kept, chosen is None)]
    chips += [
        (state, states[state], {**kept, "state": state}, state == chosen)
        for state in (*STATES, ADJUDICATED)
        if states[state] or state == chosen
    ]
    return render_template(
        "progress.html", listing=listing, links=links, tables=tables, every=every, chips=chips,
        **words,
    )  # fmt: skip


def _everybodys():
    """({name: Table}, what the page says) for those who may see what everybody did."""
    seen, reviews, phase = g.viewer, g.viewer.reviews(), g.viewer.permission.phase
    agreement, decided = seen.everything(), reviews.all(phase)
    done, adjudicating = reviews.done_annotators(phase), seen.adjudicating()
    draft = adjudicating.draft()
    settled = draft and adjudicated_in(draft.work(adjudicating.source(agreement)))
    access = seen.access()
    rows = documents_progress(agreement, access, decided, done, settled)
    tables = {
        "documents": document_table(agreement, rows),
        "annotators": annotator_table(agreement, rows, decided, done),
    }
    return tables, {
        "phase": phase,
        "own": False,
        "next": next_steps(rows, access, done),
        "snapshot_is_due": seen.snapshot_is_due(),
    }


def _own():
    """The same for an annotator: the own work alone."""
    seen, me, phase = g.viewer, g.viewer.permission.me, g.viewer.permission.phase
    reviews = seen.reviews()
    rows = own_work(own_progress(seen.items(), reviews.of(phase, me)))
    done = reviews.done_annotators(phase).get(me)
    left = sum(work.own - work.decided for work in rows.values())
    return {"documents": own_table(rows)}, {
        "phase": phase, "own": True, "left": left, "done": done,
    }  # fmt: skip
