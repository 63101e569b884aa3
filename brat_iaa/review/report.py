"""Everything that annotators have said of their disagreements, in the order in which they said it:
CSV, JSON.
"""

from brat_iaa.report.where import WHERE_FIELDS

FIELDS = ("at", "phase", "annotator", *WHERE_FIELDS, "decision", "comment")
TAKEN_BACK = "taken back"


def rows(history, names=None):
    """A flat dict for each Review of store.reviews, the keys FIELDS in each.

    names     {annotator: name to be shown}; None: their own
    decision  "taken back" where an earlier one was
    """
    return [
        {
            "at": review.at,
            "phase": review.phase,
            "annotator": shown(review.annotator, names),
            **{name: review.place[name] for name in WHERE_FIELDS},
            "decision": review.decision or TAKEN_BACK,
            "comment": review.comment,
        }
        for review in history
    ]


def done_rows(phase, done, names=None):
    """A dict for each document declared done in a phase; done: see
    store.reviews.Reviews.done_documents.
    """
    return [
        {
            "phase": phase,
            "annotator": shown(annotator, names),
            "document": document,
            "at": declared.at,
        }
        for annotator, documents in done.items()
        for document, declared in documents.items()
    ]


def shown(annotator, names):
    return annotator if names is None else names[annotator]
