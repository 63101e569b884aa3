"""How far the annotators of a project are with their disagreements and documents, for managers."""

from brat_iaa.review.done import all_documents, due, own_documents


def everyone_is_done(seen, snapshots):
    """Whether all have declared all documents done, and no snapshot of the phase was taken
    since.
    """
    files, phase = seen.files, seen.permission.phase
    documents = all_documents(files.root, seen.config(), files.bounds())
    return due(seen.reviews().done_documents(phase), documents, snapshots, phase)


def progress_of_each(seen, annotators, disputes):
    """What the page says of each annotator, in their order: the number of tokens at which the
    annotator differs from somebody; how many of these have a decision on the value that is there
    now, and an own value to correct; documents, and how many of these are declared done, and
    changed since.

    disputes  as review.discussion.disputes() finds them
    """
    files, layout = seen.files, seen.config().layout
    done_documents, told = seen.reviews().done_documents(seen.permission.phase), []
    for name in annotators:
        sides = [side for dispute in disputes for side in dispute.sides if side.annotator == name]
        documents = own_documents(files.root, layout, name, files.bounds())
        done = done_documents.get(name, {})
        declared = documents.keys() & done.keys()
        changed = [one for one in declared if done[one].fingerprint != documents[one]]
        told.append({
            "annotator": name,
            "places": len(sides),
            "decided": sum(bool(side.decision) for side in sides),
            "wrong": sum(side.decision == "wrong" for side in sides),
            "documents": len(documents),
            "done": len(declared),
            "changed": len(changed),
        })  # fmt: skip
    return told
