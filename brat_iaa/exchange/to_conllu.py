"""Writes a project of dependencies as CoNLL-U, one file for each annotator and document.

Span types stand in UPOS, the attribute XPOS in XPOS, other attributes in FEATS, notes of the type
Lemma in LEMMA, others in MISC. Several heads of a token stand in DEPS, the first of them in HEAD.
"""

from collections import Counter, defaultdict

from brat_iaa.corpus import conllu
from brat_iaa.corpus.treebanks import LEMMA
from brat_iaa.exchange.names import decoded
from brat_iaa.layers.drawn_arcs import DrawnDocuments

_XPOS = "XPOS"
_ESCAPES = {sign: code for code, sign in conllu.ESCAPES.items() if sign != " "}


def treebanks(project, settings) -> tuple:
    """({path: bytes}, Counter of what CoNLL-U cannot hold, in words, whether any token has several
    heads).

    project   Project of brat's files
    settings  DependencySettings
    """
    lost: Counter = Counter()
    sheets = []
    for document in project.documents:
        roots = _roots(document, settings.root)
        for annotator in document.annotations:
            sheet = _Sheet(document, annotator, settings, roots, lost)
            sheets.append((f"{annotator}/{document.name}.conllu", sheet))
    several = any(len(arcs) > 1 for _, sheet in sheets for arcs in sheet.arcs.values())
    files = {path: sheet.content(several).encode() for path, sheet in sheets}
    return files, lost, several


def _roots(document, root):
    """{start: end} of the root tokens of all annotators: they are in no sentence of CoNLL-U."""
    roots = {}
    for annotations in document.annotations.values():
        columns = annotations.span_columns
        if root in columns.types:
            chosen = columns.type == columns.types.index(root)
            roots.update(zip(columns.start[chosen].tolist(), columns.end[chosen].tolist()))
    return roots


class _Sheet:
    """One annotator's document.

    arcs  {token: [(head, label)]}, both numbers of tokens
    """

    def __init__(self, document, annotator, settings, roots, lost):
        annotations = document.annotations[annotator]
        alone = document._replace(
            annotations={annotator: annotations}, files={annotator: ""}, others=()
        )
        drawn = DrawnDocuments([alone], settings._replace(tokens="drawn"), (annotator,))
        self._document, self._text, self._lost = document.name, document.text, lost
        self._root_end = roots
        tokens = self._tokens = drawn.tokens
        self._form = tokens.texts([document.text])
        self._sentence, self._root = tokens.sentence.tolist(), tokens.root.tolist()
        self._start, self._end = tokens.start.tolist(), tokens.end.tolist()
        for index in tokens.several:
            self._lose("tokens of several parts, of which the first is written")
            self._form[index] = self._text[self._start[index] : self._end[index]]
        self._type = [tokens.types[code] for code in tokens.type[:, 0].tolist()]
        self.arcs = defaultdict(list)
        arcs, of_arcs, _, labels = drawn.arcs
        columns = (arcs.dependent, arcs.head, of_arcs)
        for dependent, head, label in zip(*(column.tolist() for column in columns)):
            if self._sentence[dependent] == self._sentence[head]:
                self.arcs[dependent].append((head, decoded(labels[label])))
            else:
                self._lose("arcs between sentences")
        self._read_labels(annotations)

    def _lose(self, what, number=1):
        self._lost[what] += number

    def _read_labels(self, annotations):
        self._xpos, self._lemma = {}, {}
        self._feats, self._misc = defaultdict(list), defaultdict(list)
        ids, tokens = list(annotations.spans), self._tokens.of_span.tolist()
        token_of = dict(zip(ids, tokens))
        for record in annotations.attributes:
            name, token = decoded(record.type), token_of.get(record.target, -1)
            value = "Yes" if record.value is None else decoded(record.value)
            where = self._xpos if name == _XPOS else self._feats
            self._keep(token, name, value, where, "attributes")
        for record in annotations.notes:
            name, token = decoded(record.type), token_of.get(record.target, -1)
            value = "".join(_ESCAPES.get(sign, sign) for sign in record.text.strip())
            if name == LEMMA:
                self._keep(token, name, record.text.strip(), self._lemma, "notes")
            else:
                self._keep(token, name, value, self._misc, "notes")
        self._lose("events", len(annotations.events))
        self._lose("chains", len(annotations.equivs))
        self._lose("normalizations", len(annotations.normalizations))
        self._lose("spans that are no tokens", tokens.count(-1))
        stacked = len(tokens) - tokens.count(-1) - len(set(tokens) - {-1})
        self._lose("further spans of tokens, whose types are joined", stacked)

    def _keep(self, token, name, value, where, what):
        """Keep a label of a token in a column: in FEATS and MISC one of several."""
        bad = "\t\n" if what == "notes" else "|\t\n "
        if token < 0 or self._root[token] or not value or any(sign in value for sign in bad):
            self._lose(f"{what} that are not on a token, or have signs that end a value")
        elif where is self._feats or where is self._misc:
            where[token].append(f"{name}={value}")
        elif token in where:
            self._lose(f"further {what} {name} of a token")
        else:
            where[token] = value

    def content(self, several):
        """The file; several: whether arcs are written in DEPS, too."""
        sentences, self._roots = defaultdict(list), defaultdict(list)
        for token, sentence in enumerate(self._sentence):
            (self._roots if self._root[token] else sentences)[sentence].append(token)
        return "".join(
            self._sentence_lines(number, tokens, several) for number, tokens in sentences.items()
        )

    def _sentence_lines(self, number, tokens, several):
        begin, end = self._tokens.bounds[number]
        begin = self._root_end.get(begin, begin)
        begin, end = min(begin, self._start[tokens[0]]), max(end, self._end[tokens[-1]])
        text = " ".join(self._text[begin:end].split("\n")).strip()
        lines = [f"# sent_id = {self._document}-{number + 1}", f"# text = {text}"]
        shift = begin + len(self._text[begin:end]) - len(self._text[begin:end].lstrip())
        forms = [self._form[token] for token in tokens]
        starts = [self._start[token] - shift for token in tokens]
        ranges = conllu.found(forms, text) != starts
        if ranges and conllu.moved(forms, starts, text) != starts:
            self._lose("sentences in which it is not certain where the tokens stand")
        ids = {token: id for id, token in enumerate(tokens, 1)}
        ids.update(dict.fromkeys(self._roots[number], 0))
        for token, behind in zip(tokens, [*tokens[1:], None]):
            lines.append("\t".join(self._cells(token, behind, ids, several, ranges)))
        return "\n".join(lines) + "\n\n"

    def _cells(self, token, behind, ids, several, ranges):
        arcs = [(ids[head], label) for head, label in self.arcs.get(token, ())]
        head, label = arcs[0] if arcs else ("_", "_")
        misc = [*self._misc.get(token, ())]
        if ranges:
            misc.append(f"TokenRange={self._start[token]}:{self._end[token]}")
        if behind is not None and self._start[behind] == self._end[token]:
            misc.insert(0, "SpaceAfter=No")
        deps = "|".join(f"{head}:{label}" for head, label in sorted(arcs)) if several else ""
        return (
            str(ids[token]), self._form[token], self._lemma.get(token, "_"),
            "+".join(map(decoded, self._type[token].split("+"))), self._xpos.get(token, "_"),
            "|".join(sorted(self._feats.get(token, ()), key=str.lower)) or "_",
            str(head), label, deps or "_", "|".join(misc) or "_",
        )  # fmt: skip
