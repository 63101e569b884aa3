"""Finds out how a project's files lie where no setting says so: by names, and by which of them have
the same text.
"""

from collections import Counter
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path
from typing import Optional

from brat_iaa.corpus import conllu_files
from brat_iaa.corpus.directories import annotated_files, any_standoff, files_below
from brat_iaa.corpus.document_names import one_spelling
from brat_iaa.corpus.drafts import SURELY_GOLD, gold_among, gold_rank, is_draft, is_part
from brat_iaa.corpus.layout import USUAL, FileLayout
from brat_iaa.corpus.problem import typed

# Documents whose texts are compared for each possible layout, and files of each.
_TRIED = 20
_OF_EACH = 6
# The share of documents whose files must be of one text where directories tell no annotators.
_MOST = 0.5
# How much of what two annotators drew must be alike where no text tells that it is one document.
_ALIKE = 0.2
_A_FILE_EACH = tuple(
    map(
        FileLayout,
        (
            "{document}/{annotator}",
            *(f"{{document}}{between}{{annotator}}" for between in "_-. "),
            *(f"{{annotator}}{between}{{document}}" for between in "_-. "),
        ),
    )
)
# Ending of the directory in which an annotator did documents for the second time.
_SECOND = ".2"
_KEPT = 64
# Names in a line.
_NAMED = 6


@dataclass(frozen=True)
class Found:
    """How a project's files lie, as far as no setting says it.

    layout      FileLayout; USUAL where a setting says all of it
    annotators  their names, where files of nobody may lie among theirs; else None
    gold        name of what is taken for the gold, or None
    apart       further names that are no annotators
    treebanks   whether the files are CoNLL-U: nobody has any .ann
    lines       what to say of it: nothing where annotators lie beside each other, without a gold
    passes      ((directory, annotator), ...): second passes of annotators, by their names
    unsure      whether folders may be something else, such as projects: lines are said first
    """

    layout: FileLayout = USUAL
    annotators: Optional[tuple] = None
    gold: Optional[str] = None
    apart: tuple = ()
    treebanks: bool = False
    lines: tuple = field(default=(), compare=False)
    passes: tuple = ()
    unsure: bool = field(default=False, compare=False)


def find(root, layout=None, annotators=None, gold=None, apart=(), within=None) -> Found:
    """How the files of a project lie; what is given stays as it is.

    root    the project's directory
    layout  as the settings say, or None; so too annotators and gold
    apart   names of directories that are no annotators
    within  as in directories.Bounds
    """
    stamps = tuple(files_below(root, within).directories.items())
    found = _found if all(at_rest for _, at_rest in stamps) else _found.__wrapped__
    return found(stamps, str(root), layout, annotators, gold, tuple(apart), within)


@lru_cache(maxsize=_KEPT)
def _found(stamps, root, layout, annotators, gold, apart, within):
    named = frozenset((*(annotators or ()), *filter(None, (gold,))))
    return _Finder(root, frozenset(apart) - named, within, named, gold).found(
        layout, annotators, gold
    )


class _Finder:
    """Looks at the files of one project; texts are read as far as they are compared."""

    def __init__(self, root, apart, within, named, gold):
        self._root, self._named, self._gold = Path(root), named, gold
        files = files_below(root, within)
        self._extensions = files.stems
        marked = {Path(root, path).name for path in files.directories if is_draft(f"{root}/{path}")}
        apart = apart | (marked - named)
        # A gold of annotators with CoNLL-U may be made in brat.
        standoff = any_standoff(
            extensions
            for stem, extensions in self._extensions.items()
            if not {*apart, gold}.intersection(stem.split("/"))
        )
        self._stems = [
            stem
            for stem in sorted(self._extensions)
            if annotated_files(self._extensions[stem], standoff)
            and not apart.intersection(stem.split("/"))
        ]
        self._treebanks = bool(self._stems) and not standoff
        self._splits: dict = {}
        self._otherwise: Optional[tuple] = None
        self._text, self._lines = cache(self._text), cache(self._lines)

    def _split(self, layout):
        """{stem: (annotator, document)} of the stems that are annotators' in a FileLayout."""
        key = layout, layout.beside
        if key not in self._splits:
            self._splits[key] = {
                stem: split for stem in self._stems if (split := layout.split(stem)) is not None
            }
        return self._splits[key]

    def found(self, given, annotators, gold):
        layout = given or self._layout()
        beside = self._gold_beside(layout, gold) if gold or annotators is None else None
        layout = FileLayout(layout, beside)
        layout_used = USUAL if given is not None and beside is None else layout
        if given is not None and annotators is not None:
            return Found(layout_used, treebanks=self._treebanks)
        owners = Counter(owner for owner, _ in self._split(layout).values())
        once: list = []
        elsewhere = self._elsewhere(layout) if annotators is None and layout.depth else set()
        there = sorted(owners.keys() - elsewhere)
        if given is None and layout.depth is None:
            # Files that are nobody's may lie among them; who has one document only is none.
            usual = [name for name in there if owners[name] > 1]
            everybody, there = there, usual if len(usual) > 1 else there
            once = [name for name in everybody if name not in (annotators or there)]
        lines = [*self._described(layout, there)] if given is None and layout != USUAL else []
        unsure = given is None and bool(layout.depth)
        if given is None and layout == USUAL and annotators is None and self._otherwise:
            other, names = self._otherwise
            unsure = True
            lines.append(
                f"{named(there)} are read as annotators. If they are projects of {named(names)}, "
                f"add --layout {other}."
            )
        if once:
            usual = ", ".join(name for name in everybody if not gold_among([name]))
            lines.append(
                f"Not read, as there is one document only: {named(once)}. If these are "
                f'annotators, add --annotators "{usual}".'
            )
        apart, passes, taken, others = tuple(elsewhere), (), None, None
        if annotators is None:
            golds = [name for name in gold_among(there) if name != gold]
            if len(golds) == len(there):
                golds = golds[:1] if len(there) > 1 else []
            if gold is None and golds:
                taken = golds.pop(0)
                everybody = sorted({taken, *there} - {*gold_among(there)} | {taken})
                lines.append(
                    f"{taken} is taken for the gold standard, by its name: it lies beside the "
                    "annotators' folders, and has their documents."
                    if taken == layout.gold_beside and layout.depth != 0
                    else f"{taken} is taken for the gold standard, by its name, not for an "
                    f'annotator. If it is one, add --annotators "{", ".join(everybody)}".'
                )
            if layout.depth == 0 and beside is not None:
                lines.append(
                    f"The documents of {gold or taken} lie at another depth than the annotators'. "
                    "Documents are the same if one path ends as the other."
                )
            apart += tuple(golds)
            if golds:
                lines.append(
                    f"Excluded, as the name is one of a gold standard too: {', '.join(golds)}."
                )
            passes = _second_passes([name for name in there if name not in (gold, taken, *apart)])
            apart += tuple(name for name, _ in passes)
            lines += [
                f"{directory} is taken for {annotator}'s second pass, by its name, and for nobody "
                "else. If it is another person's, name all annotators in [project] of iaa.conf."
                for directory, annotator in passes
            ]
            if given is None and layout.depth is None:
                others = [name for name in there if name not in (gold, taken, *apart)]
                others = tuple(dict.fromkeys(one_spelling(others).values()))
        return Found(
            layout_used, others, taken, apart, self._treebanks, tuple(lines), passes, unsure
        )

    def _gold_beside(self, layout, gold):
        """FileLayout.beside: of the gold, or of what is probably one, if it lies beside folders of
        annotators, and names of documents in it are the ends of theirs.
        """
        if layout.depth is None and layout.between in (None, "/"):
            return None
        split = self._split(layout)
        owners = {owner for owner, _ in split.values()}
        beside = gold if gold in owners else next(iter(gold_among(owners)), None)
        if beside is not None:
            own = {document for owner, document in split.values() if owner == beside}
            shared = any(owner != beside and of in own for owner, of in split.values())
            if layout.depth != 0 or gold not in (None, beside) or shared:
                return None
            gold = beside
        deepest = layout.depth if layout.depth else -1 if layout.depth is None else 1
        documents_at, inside = {}, {}
        for stem in self._stems:
            for folder in _beginnings(stem)[:deepest]:
                name = folder.rpartition("/")[2]
                if name == gold or not gold and gold_rank(name) is not None:
                    inside.setdefault(folder, []).append(stem[len(folder) + 1 :])
                    break
            else:
                document = split.get(stem, ("", ""))[1]
                for end in _ends(document):
                    documents_at.setdefault(end, set()).add(document)
        for directory in sorted(
            inside, key=lambda path: (gold_rank(path.rpartition("/")[2]) or 0, path)
        ):
            documents_of = {
                rest: next((documents_at[end] for end in _ends(rest) if end in documents_at), ())
                for rest in inside[directory]
            }
            documents = {rest: [*of][0] for rest, of in documents_of.items() if of}
            one_each = max(map(len, documents_of.values())) == 1
            if one_each and len({*documents.values()}) == len(documents):
                return directory, tuple(item for item in documents.items() if item[0] != item[1])
        return None

    def _elsewhere(self, layout):
        """Names of directories in a gold that lies beside folders of annotators, and of parts of a
        corpus in folders where nobody shares a document while others do: no annotators.
        """
        owners: dict = {}
        for stem, (owner, document) in self._split(layout).items():
            if not layout.is_beside(stem):
                folder = owners.setdefault(layout.above(stem), {})
                folder.setdefault(document, set()).add(owner)
        names = {folder: set().union(*by_folder.values()) for folder, by_folder in owners.items()}
        golds = gold_among({folder.split("/")[0] for folder in owners})
        gold = {folder for folder in owners if folder.split("/")[0] in golds}
        shared = {
            folder for folder, by_folder in owners.items() if max(map(len, by_folder.values())) > 1
        } - gold
        parts = {folder for folder in owners if shared and all(map(is_part, names[folder]))}
        others = set().union(*(names[folder] for folder in owners.keys() - gold - (parts - shared)))
        return set().union(*names.values()) - others if others else set()

    def _layout(self):
        """The FileLayout that the texts speak for; USUAL where they say nothing."""
        deepest = max((stem.count("/") for stem in self._stems), default=0)
        levels = []
        for layout in [FileLayout("{folder}/" * depth + USUAL) for depth in range(deepest)]:
            shared, names = self._shared(layout)
            others = set(names) - set(gold_among(names))
            if shared and others:
                sure, people = gold_among(names, SURELY_GOLD), not all(map(is_part, others))
                told = {*names} >= self._named, bool(sure)
                levels.append(((*told, people, shared, -layout.depth), layout))
        best = max((rank[-2] for rank, _ in levels), default=0)
        levels = [(rank, layout) for rank, layout in levels if 2 * rank[-2] >= best]
        if levels:
            layout = max(levels)[1]
            likely = [other for (*_, shared, _), other in levels if shared == best]
            if layout in likely and len(likely) > 1:
                other = next(other for other in likely if other != layout)
                self._otherwise = other, sorted(self._shared(other)[1])
            return layout
        names_in = {}
        for layout in _A_FILE_EACH:
            shared, names = self._shared(layout, most=True)
            if shared > _MOST:
                names_in[layout] = len(names)
        if not names_in and self._treebanks and deepest == 0 and len(self._stems) > 1:
            if self._one_text(self._stems[:_OF_EACH], all_of_them=False):
                return FileLayout("{annotator}")
        # Annotators are few: where they seem to be many, parts of documents' names are among them.
        return min(names_in, key=names_in.get, default=USUAL)

    def _shared(self, layout, most=False):
        """(share of the documents with several files that have one text, names of the annotators)
        in a FileLayout.

        most  whether it is 0 unless most files are of such documents, and of more than one
        """
        files, names = {}, set()
        for stem, (owner, document) in self._split(layout).items():
            files.setdefault(document, {})[owner] = stem
            names.add(owner)
        # A gold may lie beside folders of annotators.
        if not names >= (self._named - {self._gold} if layout.depth else self._named):
            return 0, ()
        several = [of for of in files.values() if len(of) > 1]
        # One annotator may have two documents with one text.
        alone = len(several) < 2 and any("/" in stem for stem in self._stems)
        if most and (alone or 2 * sum(map(len, several)) < len(self._stems)):
            return 0, ()
        step = max(1, len(several) // _TRIED)
        answers = [self._one_text([*of.values()][:_OF_EACH], most) for of in several[::step]]
        certain = [answer for answer in answers if answer is not None or most]
        names = {name for of in several for name in of}
        return (sum(map(bool, certain)) / len(certain) if certain else 0), tuple(names)

    def _one_text(self, stems, all_of_them):
        """Whether any two, or all, of some files are of one text; None where nothing tells."""
        texts = [text for text in map(self._text, stems) if text]
        if len(texts) > 1:
            return len(set(texts)) == 1 if all_of_them else len(set(texts)) < len(texts)
        drawn = [lines for lines in map(self._lines, stems) if lines]
        if len(drawn) < 2:
            return None
        return any(
            len(lines & other) >= _ALIKE * min(len(lines), len(other))
            for lines, other in combinations(drawn, 2)
        )

    def _text(self, stem):
        """Words of the text: line ends and a byte order mark make no other document."""
        there = ".txt" in self._extensions[stem] and not self._treebanks
        data = self._read(f"{stem}.txt") if there else b""
        return b" ".join(data.removeprefix(b"\xef\xbb\xbf").split())

    def _lines(self, stem):
        """Offsets and texts of what was drawn; of CoNLL-U the sentences."""
        extensions = annotated_files(self._extensions[stem], not self._treebanks)
        data = b"\n".join(self._read(stem + extension) for extension in extensions)
        if not self._treebanks:
            fields = (line.split(b"\t", 1) for line in data.splitlines())
            return {of[1].strip() for of in fields if of[0][:1] == b"T" and of[1:]}
        try:
            return conllu_files.sentences(conllu_files.unpacked(data, extensions[0]))
        except conllu_files.UnpackError:
            return set()

    def _extension(self, stem):
        return annotated_files(self._extensions[stem], not self._treebanks)[0]

    def _read(self, path):
        try:
            return (self._root / path).read_bytes()
        except OSError:
            return b""

    def _described(self, layout, names):
        """Lines that say what layout was found, how to change it, and what is not read."""
        split = self._split(layout)
        stems = [
            stem for stem, of in split.items() if of[0] in names and not layout.is_beside(stem)
        ]
        folders = sorted({layout.above(stem) for stem in stems}) if layout.depth else []
        if len(folders) > 1:
            yield (
                f"{named(folders)} are read as parts of one project. If each is a project of its "
                "own, name one of them instead."
            )
        example = f", such as {stems[0]}{self._extension(stems[0])}" if stems else ""
        yield (
            f"Found as {layout}{example}. If the files lie otherwise, add --layout PATTERN (in "
            "iaa.conf: layout = PATTERN)."
        )
        outside = [
            stem
            for stem in self._stems
            if not layout.is_beside(stem)
            and (stem not in split or layout.depth and split[stem][0] not in names)
        ]
        if outside and layout.depth:
            inside = {part for stem in stems for part in _beginnings(stem)}
            outside = {
                next(part for part in _beginnings(of) if part not in inside) for of in outside
            }
            line = f"Not read, as it lies beside these folders: {named(sorted(outside))}."
            for gold in gold_among([name for name in outside if "/" not in name])[:1]:
                line += (
                    " To compare an annotator with the gold, name both directories: brat-agreement "
                    f"report {typed(self._root / gold)} "
                    f"{typed(self._root / _holding(stems, layout))}."
                )
            yield line
        elif outside:
            outside = [stem + self._extension(stem) for stem in outside]
            yield f"Not read, as no annotator is in the name: {named(outside)}."


def named(names):
    """The first names, with commas."""
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")


def _beginnings(stem):
    """The folders above a stem from the top, and the stem itself."""
    parts = stem.split("/")
    return ["/".join(parts[:number]) for number in range(1, len(parts) + 1)]


def _holding(stems, layout):
    """The directory with the documents of the first stem's annotator, each there once."""
    home = layout.home(stems[0])
    names = [stem.rpartition("/")[2] for stem in stems if stem.startswith(f"{home}/")]
    return home if len({*names}) == len(names) else stems[0].rpartition("/")[0]


def _ends(path):
    """A path, and what is left of it without the folders above."""
    parts = path.split("/")
    return ["/".join(parts[start:]) for start in range(len(parts))]


def _second_passes(names):
    """((directory, annotator), ...) of directories such as anna.2 beside anna; none where no two
    annotators would be left.
    """
    passes = tuple(
        (name, name[: -len(_SECOND)]) for name in names
        if name.endswith(_SECOND) and name[: -len(_SECOND)] in names
    )  # fmt: skip
    return passes if len(names) - len(passes) > 1 else ()
