"""Documents that annotators declare done, and when everyone is."""

import hashlib
from datetime import datetime

from brat_iaa.corpus.directories import Bounds
from brat_iaa.corpus.discovery import list_project
from brat_iaa.corpus.files import read_stable
from brat_iaa.errors import ProjectError


def own_documents(root, layout, annotator, bounds=Bounds()):
    """{document: fingerprint} of one annotator's documents, sorted; the fingerprint is another one
    when the .ann is.

    root    the project's directory
    bounds  corpus.directories.Bounds; "" instead of a fingerprint for a file that cannot be read
    """
    try:
        listing = list_project(root, layout, (annotator,), (), bounds)
    except ProjectError:  # the annotator has no document
        return {}
    paths = {
        document: root / listing.file(paths_of[annotator])
        for document, paths_of in listing.stems.items()
        if paths_of.get(annotator) in listing.with_ann
    }
    contents = read_stable(paths.values())
    return {
        document: "" if contents[path] is None else hashlib.sha256(contents[path]).hexdigest()[:16]
        for document, path in paths.items()
    }


def all_documents(root, config, bounds=Bounds()):
    """{annotator: frozenset of the documents that this annotator has}. Raises ProjectError if there
    is none.
    """
    listing = list_project(
        root, config.layout, config.annotators, config.no_annotators, bounds, config.documents
    )
    return {
        annotator: frozenset(
            document
            for document, paths_of in listing.stems.items()
            if paths_of.get(annotator) in listing.with_ann
        )
        for annotator in listing.annotators
    }


def not_done(done, documents):
    """{annotator: documents that this annotator has not declared done, sorted}; empty when everyone
    is done.

    done       {annotator: {document: Done}}, see store.reviews.Reviews.done_documents
    documents  see all_documents
    """
    left = {name: documents[name].difference(done.get(name, ())) for name in documents}
    return {name: tuple(sorted(open_ones)) for name, open_ones in left.items() if open_ones}


def due(done, documents, snapshots, phase):
    """Whether everyone is done and no snapshot of the phase has been taken since the last of them
    said so.

    snapshots  Snapshots of the project, as Snapshots.list() gives them
    Two that ask at once are both told so, and may take two equal snapshots: one too many harms
    nothing.
    """
    declared = [
        datetime.fromisoformat(declaration.at)
        for name, documents_of in documents.items()
        for document, declaration in done.get(name, {}).items()
        if document in documents_of
    ]
    if not declared or not_done(done, documents):
        return False
    taken = (
        snapshot.taken for snapshot in snapshots if snapshot.phase == phase and not snapshot.deleted
    )
    # Some are in whole seconds, others in milliseconds.
    return all(datetime.fromisoformat(at) <= max(declared) for at in taken)
