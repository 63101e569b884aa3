"""Who has begun a document, and why others have not."""

from brat_iaa.corpus.project import Excluded

# Why an annotator without a token in a document is left out there.
NOT_BEGUN = "no span in it: not begun (brat makes such a file when a document is opened)"


def begun_by(document, settings):
    """(annotators with tokens, Excluded of the others).

    brat writes an empty .ann when somebody opens a document: that is no annotation, unless
    annotators draw the tokens themselves.
    """
    annotators = tuple(document.annotations)
    if settings.tokens == "drawn":
        return annotators, ()
    excluded = []
    for name in annotators:
        if not document.begun_by(name):
            excluded.append(Excluded(document.name, (name,), _not_begun(document, name)))
    without = {name for excluded_document in excluded for name in excluded_document.annotators}
    return tuple(name for name in annotators if name not in without), tuple(excluded)


def _not_begun(document, name):
    """Why an annotator has begun nothing: if the file has lines, what is wrong with the first."""
    unread = [problem for problem in document.annotations[name].problems if problem.unread]
    if not unread:
        return NOT_BEGUN
    none = f"none of its {len(unread)} lines could" if len(unread) > 1 else "its line could not"
    why = unread[0].message.rstrip(".")
    return f"no span in it: {none} be read. Line {unread[0].line}: {why}"
