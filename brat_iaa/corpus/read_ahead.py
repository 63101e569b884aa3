"""Large projects are read by several processes, each of which makes of a document what is
wanted.
"""

from concurrent.futures import as_completed
from dataclasses import replace

from brat_iaa.corpus.files import identity
from brat_iaa.corpus.lazy_annotations import LazyAnnotations
from brat_iaa.corpus.project import Reading

# Bytes of .ann files: below, processes take longer to start than they save.
LARGE = 24_000_000
# Bytes of .ann files that a process reads at a time.
_PART = 2_000_000


class ReadAhead:
    """Reads the files that changed, if they are large together.

    executor  has submit() of concurrent.futures.Executor, on this machine
    make      function of a ParallelDocument, both of which can be pickled: what is wanted of it
    progress  function of (text, done, total)
    large     bytes of .ann files from which on files are read ahead
    """

    def __init__(self, executor, make, progress, large=None):
        self._executor, self._make, self._progress = executor, make, progress
        self._large = LARGE if large is None else large

    def read(self, root, listing, texts, annotations, standing):
        """(texts, annotations, what was made), as Reading takes them; texts and annotations so far.

        Annotations that are read here are LazyAnnotations.
        """
        sizes = _changed(root, listing, texts, annotations)
        if not sizes or sum(sizes.values()) < self._large:
            return texts, annotations, {}
        parts = list(_parts(listing, sizes))
        tasks = [
            self._executor.submit(_read, root, part, _of(standing, part), self._make)
            for part in parts
        ]
        texts, annotations, made = dict(texts), dict(annotations), {}
        for done, task in enumerate(as_completed(tasks)):
            self._progress("Reading documents", done, len(tasks))
            own = task.result()
            for known, new in zip((texts, annotations, made), own):
                known.update(new)
        return texts, annotations, made


def _changed(root, listing, texts, annotations):
    """{document: bytes of its .ann files}, of those of which a .ann is not as it was read before.

    Of whom only the text is kept, the annotations were not wanted: others have another text.
    """
    sizes = {}
    for document, stems in listing.stems.items():
        changed, size = False, 0
        for stem in stems.values():
            if stem in listing.with_ann:
                now = identity(root / f"{stem}.ann")
                kept = annotations.get(stem)
                known = stem in texts if kept is None else kept.identity[0] == now
                changed |= now is not None and not known
                size += now[2] if now is not None else 0
        if changed:
            sizes[document] = size
    return sizes


def _parts(listing, sizes):
    """Listings of some documents each, about as large as one another."""
    part, size = {}, 0
    for document, own in sizes.items():
        part[document] = listing.stems[document]
        size += own
        if size > _PART:
            yield _listing(listing, part)
            part, size = {}, 0
    if part:
        yield _listing(listing, part)


def _listing(listing, stems):
    own = frozenset(stem for by in stems.values() for stem in by.values())
    return replace(listing, stems=stems, with_ann=listing.with_ann & own, problems=())


def _of(standing, listing):
    return {document: standing[document] for document in listing.stems if document in standing}


def _read(root, listing, standing, make):
    """What one process reads: texts and annotations by stem, and what is made of each document."""
    reading = Reading(root, listing, {}, {}, standing)
    made = {one.name: (one.identity, make(one)) for one in reading.documents()}
    annotations = {
        stem: kept._replace(
            content=LazyAnnotations(
                str(root / f"{stem}.ann"),
                f"{stem}.ann",
                kept.identity[0],
                reading.texts[stem].content,
                kept.content,
            )  # fmt: skip
        )
        for stem, kept in reading.annotations.items()
    }
    return reading.texts, annotations, made
