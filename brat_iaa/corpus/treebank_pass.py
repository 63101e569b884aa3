"""Reads the documents of a project whose files are CoNLL-U."""

from brat_iaa.corpus.conllu import read_treebank
from brat_iaa.corpus.conllu_files import UnpackError, unpacked
from brat_iaa.corpus.files import identity, read_stable
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import NoFile, OtherText, ParallelDocument
from brat_iaa.corpus.reading_pass import CachedFile, ReadingPass
from brat_iaa.corpus.treebank_text import TextOfTreebanks, align, alone
from brat_iaa.corpus.treebanks import annotations_of, differing

_NOT_COMPARED = (
    "DEPS has other arcs than HEAD and DEPREL. They are not compared; to compare them, too, add "
    "--graph both (in iaa.conf: graph = both)."
)


class TreebankPass(ReadingPass):
    """One pass over the files; texts holds their Treebanks, and the texts of documents."""

    def documents(self):
        self._read_treebanks()
        documents = []
        for done, (document, stems) in enumerate(self.listing.stems.items()):
            self.progress("Reading files", done, len(self.listing.stems))
            present = self._present(document, stems)
            if present:
                documents.append(self._aligned(document, present))
        return tuple(documents)

    def _read_treebanks(self):
        """Read the changed files: a Treebank each, or the UnpackError."""
        identities = {
            stem: identity(f"{self.root}/{self.listing.file(stem)}")
            for stems in self.listing.stems.values()
            for stem in stems.values()
            if stem in self.listing.with_ann
        }
        changed = [
            stem
            for stem, current in identities.items()
            if current is not None and not self._keep(self.texts, self.old_texts, stem, current)
        ]
        for done, stem in enumerate(changed):
            self.progress("Reading files", done, len(changed))
            file = self.listing.file(stem)
            path = f"{self.root}/{file}"
            data = read_stable([path])[path]
            if data is None:
                continue
            try:
                content = read_treebank(unpacked(data, *self.listing.with_ann[stem]), file)
            except UnpackError as error:
                content = error
            self.texts[stem] = CachedFile(identities[stem], content)

    def _present(self, document, stems):
        present = {}
        for annotator in self.listing.annotators:
            stem = stems.get(annotator)
            if stem is None or stem not in self.listing.with_ann:
                reason = f"no annotation file: {annotator} has no file for it"
                self.excluded.append(NoFile(document, (annotator,), reason))
                continue
            kept, file = self.texts.get(stem), self.listing.file(stem)
            if kept is not None and not isinstance(kept.content, UnpackError):
                present[annotator] = stem
                continue
            self._unreadable(document, annotator, file, kept and str(kept.content))
        return present

    def _aligned(self, document, present):
        """The ParallelDocument of {annotator: stem}."""
        standing, settings = self.standing.get(document), self.dependencies
        if standing is not None:
            standing = standing[1] if isinstance(standing[1], TextOfTreebanks) else _no_text()
        identities = tuple((name, self.texts[stem].identity) for name, stem in present.items())
        key = document, "aligned", tuple(present)
        made_of = (
            identities,
            settings.graph,
            settings.root,
            standing,
            standing and standing.sentences,
        )
        if not self._keep(self.texts, self.old_texts, key, made_of):
            aligned = self._align(present, standing)
            self.texts[key] = CachedFile(made_of, aligned)
        text, annotations, problems, apart = self.texts[key].content
        for name in apart:
            reason = "no sentence of it is in the file of another annotator"
            self.excluded.append(OtherText(document, (name,), reason))
        for annotation in annotations.values():
            self.problems.extend(annotation.problems)
        self.problems.extend(problems)
        files = {name: self.listing.file(present[name]) for name in annotations}
        return ParallelDocument(document, text, annotations, files, identities)

    def _align(self, present, standing):
        """(text, {annotator: Annotations}, tuple of Problem, annotators with other sentences)."""
        graph, root = self.dependencies.graph, self.dependencies.root
        treebanks = {name: self.texts[stem].content for name, stem in present.items()}
        lines, sent_ids, placed = align(treebanks, standing)
        apart = () if standing is not None else alone(placed)
        if apart:
            treebanks = {
                name: treebank for name, treebank in treebanks.items() if name not in apart
            }
            lines, sent_ids, placed = align(treebanks)
        text = TextOfTreebanks.of(lines, sent_ids, root) if standing is None else standing
        files = {name: self.listing.file(present[name]) for name in treebanks}
        annotations = {
            name: annotations_of(treebank, placed[name], text, files[name], graph, root)
            for name, treebank in treebanks.items()
        }
        both = {name: (treebank, placed[name]) for name, treebank in treebanks.items()}
        problems = () if standing is not None else differing(annotations, both, files)
        more = [name for name, treebank in treebanks.items() if treebank.more_in_deps]
        if graph == "basic" and more:
            problems = *problems, Problem(files[more[0]], None, "deps", _NOT_COMPARED)
        return text, annotations, tuple(problems), apart


def _no_text():
    """The text of a document whose annotators have files of brat's: nothing stands in it."""
    text = TextOfTreebanks("")
    text.lines, text.sent_ids = [], {}
    return text
