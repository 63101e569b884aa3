"""Reads large projects with several processes, which also compute what is needed of documents."""

from concurrent.futures import as_completed
from dataclasses import replace

from brat_iaa.corpus.files import identity
from brat_iaa.corpus.lazy_annotations import LazyAnnotations
from brat_iaa.corpus.project import ReadingPass
from brat_iaa.corpus.texts import TextOfFields

# Bytes of .ann files from which several processes are faster.
LARGE = 24_000_000
# Bytes of .ann files in one task.
_PART = 2_000_000


class ReadAhead:
    """Reads the changed files, if they are large in total.

    executor  has submit() of concurrent.futures.Executor, on this machine
    make      function of a ParallelDocument; it and its results can be pickled
    progress  function of (text, done, total)
    large     bytes of .ann files from which files are read ahead; None: LARGE
    """

    def __init__(self, executor, make, progress, large=None):
        self._executor, self._make, self._progress = executor, make, progress
        self._large = LARGE if large is None else large

    def read(self, root, listing, texts, annotations, standing):
        """(texts, annotations, results of make) for ReadingPass, with the known ones.

        New annotations are LazyAnnotations.
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
            for known, new in zip((texts, annotations, made), task.result()):
                known.update(new)
        return texts, annotations, made


def _changed(root, listing, texts, annotations):
    """{document: bytes of its .ann files} of documents with a .ann that changed.

    A known text without annotations is no change: it differs from the text that is compared.
    """
    sizes = {}
    for document, stems in listing.stems.items():
        changed, size = False, 0
        for stem in stems.values():
            if stem in listing.with_ann:
                current = identity(f"{root}/{stem}.ann")
                kept = annotations.get(stem)
                unchanged = stem in texts if kept is None else kept.identity[0] == current
                changed |= current is not None and not unchanged
                size += current[2] if current is not None else 0
        if changed:
            sizes[document] = size
    return sizes


def _parts(listing, sizes):
    """Yield Listings of some documents each, of about equal size."""
    part, size = {}, 0
    for document, document_size in sizes.items():
        part[document] = listing.stems[document]
        size += document_size
        if size > _PART:
            yield _listing(listing, part)
            part, size = {}, 0
    if part:
        yield _listing(listing, part)


def _listing(listing, stems):
    chosen = frozenset(stem for paths in stems.values() for stem in paths.values())
    texts = {document: listing.texts[document] for document in stems if document in listing.texts}
    with_ann = listing.with_ann & chosen
    return replace(listing, stems=stems, with_ann=with_ann, problems=(), texts=texts)


def _of(standing, listing):
    return {document: standing[document] for document in listing.stems if document in standing}


def _read(root, listing, standing, make):
    """A task: texts and annotations by stem, and {document: (identity, result of make)}."""
    reading = ReadingPass(root, listing, {}, {}, standing)
    documents = reading.documents()
    annotations = {}
    for document in documents:
        for file in document.files.values():
            stem = file[: -len(".ann")]
            kept, text = reading.annotations[stem], document.text
            texts = None if isinstance(text, TextOfFields) else text, reading.text(stem)
            lazy = LazyAnnotations(f"{root}/{file}", file, kept.identity[0], texts, kept.content)
            annotations[stem] = kept._replace(content=lazy)
    made = {document.name: (document.identity, make(document)) for document in documents}
    return reading.texts, annotations, made
