"""Looking at something in brat changes no file of the data."""

import functools
import hashlib
import os


def add(work_dir):
    """Make brat's ways of reading leave the data alone. brat's modules must be importable.

    brat saves each document after it was shown, in its own form, even if
    somebody else has saved it in between, or is just writing it; and it makes
    an empty .ann file where there is none.
    """
    import annotation
    import document
    import stats

    _read_without_making_files(annotation.Annotations)
    document.TextAnnotations = functools.partial(annotation.TextAnnotations, read_only=True)
    _keep_counts_in(stats, os.path.join(work_dir, "counts"))


def _read_without_making_files(annotations):
    """A document without annotation files is read as one with an empty file."""
    select = annotations._select_input_files
    start = annotations.__init__

    def select_or_nothing(self, document):
        only_read = self._read_only
        found = select(self, document)
        return found or ([os.devnull] if only_read else found)

    @functools.wraps(start)
    def start_reading(self, *args, **kwargs):
        start(self, *args, **kwargs)
        if self._input_files == [os.devnull]:
            self._input_files = []  # else brat's page offers it for download

    annotations._select_input_files = select_or_nothing
    annotations.__init__ = start_reading


def _keep_counts_in(stats, directory):
    """Let brat keep its counts for a listing, one file for each collection, outside of the data."""

    def path_for(collection):
        os.makedirs(directory, exist_ok=True)
        name = hashlib.sha1(os.fsencode(os.path.realpath(collection))).hexdigest()
        return os.path.join(directory, name)

    def listed(collection):
        # brat asks each file for its time; a document being saved has one that is soon gone.
        return [name for name in os.listdir(collection) if not name.startswith(".")]

    stats.get_stat_cache_by_dir = path_for
    stats.listdir = listed
