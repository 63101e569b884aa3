"""Reads the documents of a project whose files are CoNLL-U."""

from brat_iaa.corpus.conllu import read_treebank
from brat_iaa.corpus.conllu_files import UnpackError, unpacked
from brat_iaa.corpus.problem import Problem
from brat_iaa.corpus.project import OtherText, ParallelDocument
from brat_iaa.corpus.reading_pass import ReadingPass
from brat_iaa.corpus.treebank_text import TextOfTreebanks, align, alone
from brat_iaa.corpus.treebanks import annotations_of, differing

_NOT_COMPARED = (
    "DEPS has other arcs than HEAD and DEPREL. They are not compared; to compare them, too, add "
    "--graph both (in iaa.conf: graph = both)."
)


class TreebankPass(ReadingPass):
    """One pass over the files; what is made of each is a Treebank."""

    def documents(self):
        self.read_changed(
            [*self.listing.with_ann], lambda stem: self.listing.with_ann[stem][0], self._treebank
        )
        documents = []
        for document, stems in self.listing.stems.items():
            if present := self.present(document, stems, ""):
                documents.append(self._aligned(document, present))
        return tuple(documents)

    def _treebank(self, stem, data):
        """The Treebank of a file, or the UnpackError."""
        try:
            content = unpacked(data, *self.listing.with_ann[stem])
        except UnpackError as error:
            return error
        return read_treebank(content, self.listing.file(stem))

    def _aligned(self, document, present):
        """The ParallelDocument of {annotator: stem}."""
        standing, settings = self.standing.get(document), self.dependencies
        if standing is not None:
            standing = standing[1] if isinstance(standing[1], TextOfTreebanks) else _no_text()
        identities = tuple((name, self.made[stem][0]) for name, stem in present.items())
        key = document, "aligned", tuple(present)
        made_of = (
            identities,
            settings.graph,
            settings.root,
            standing,
            standing and standing.sentences,
        )
        if not self.is_made(key, made_of):
            self.made[key] = made_of, self._align(present, standing)
        text, annotations, problems, apart = self.made[key][1]
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
        treebanks = {name: self.made[stem][1] for name, stem in present.items()}
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
