"""Writes a project of dependencies as CoNLL-U, one file for each annotator and document.

Span types stand in UPOS, the attribute XPOS in XPOS, other attributes in FEATS, notes of the type
Lemma in LEMMA, others in MISC. Several heads of a token stand in DEPS, the first of them in HEAD.
"""

from collections import Counter, defaultdict

from brat_iaa.corpus import conllu
from brat_iaa.corpus.treebanks import LEMMA
from brat_iaa.exchange.names import decoded
from brat_iaa.layers.compared_document import compared_document

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
        drawn = self._drawn = compared_document(alone, settings._replace(tokens="drawn"))
        self._document, self._text, self._lost = document.name, document.text, lost
        self._root_end, self._tokens = roots, drawn.tokens
        self._form = [token.text for token in drawn.tokens]
        for token in drawn.tokens:
            if len(token.fragments) > 1:
                self._lose("tokens of several parts, of which the first is written")
                self._form[token.index] = self._text[slice(*token.fragments[0])]
        self._type = [drawn.type_of(annotator, token.index) for token in drawn.tokens]
        self.arcs = defaultdict(list)
        for dependent, arcs in drawn.arcs.get(annotator, {}).items():
            for head, arc in arcs:
                if drawn.tokens[dependent].sentence == drawn.tokens[head].sentence:
                    self.arcs[dependent].append((head, decoded(arc.type)))
                else:
                    self._lose("arcs between sentences")
        self._read_labels(annotations)

    def _lose(self, what, number=1):
        self._lost[what] += number

    def _read_labels(self, annotations):
        self._xpos, self._lemma = {}, {}
        self._feats, self._misc = defaultdict(list), defaultdict(list)
        token_of = {
            id: self._drawn.token(span.offsets).index for id, span in annotations.spans.items()
        }
        tokens = list(token_of.values())
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
        on_token = token >= 0 and not self._tokens[token].is_root
        if not on_token or not value or any(sign in value for sign in bad):
            self._lose(f"{what} that are not on a token, or have signs that end a value")
        elif where is self._feats or where is self._misc:
            where[token].append(f"{name}={value}")
        elif token in where:
            self._lose(f"further {what} {name} of a token")
        else:
            where[token] = value

    def content(self, several):
        """The file; several: whether arcs are written in DEPS, too."""
        return "".join(
            self._sentence_lines(sentence, several)
            for sentence in self._drawn.sentences
            if not all(self._tokens[token].is_root for token in sentence.tokens)
        )

    def _sentence_lines(self, sentence, several):
        roots, tokens = [], []
        for token in sentence.tokens:
            (roots if self._tokens[token].is_root else tokens).append(token)
        begin, end = sentence.start, sentence.end
        begin = self._root_end.get(begin, begin)
        begin = min(begin, self._tokens[tokens[0]].start)
        end = max(end, self._end(tokens[-1]))
        text = " ".join(self._text[begin:end].split("\n")).strip()
        lines = [f"# sent_id = {self._document}-{sentence.number}", f"# text = {text}"]
        shift = begin + len(self._text[begin:end]) - len(self._text[begin:end].lstrip())
        forms = [self._form[token] for token in tokens]
        starts = [self._tokens[token].start - shift for token in tokens]
        ranges = conllu.found(forms, text) != starts
        if ranges and conllu.moved(forms, starts, text) != starts:
            self._lose("sentences in which it is not certain where the tokens stand")
        ids = {token: id for id, token in enumerate(tokens, 1)}
        ids.update(dict.fromkeys(roots, 0))
        for token, behind in zip(tokens, [*tokens[1:], None]):
            lines.append("\t".join(self._cells(token, behind, ids, several, ranges)))
        return "\n".join(lines) + "\n\n"

    def _end(self, token):
        """Of the first part, which is written."""
        return self._tokens[token].fragments[0][1]

    def _cells(self, token, behind, ids, several, ranges):
        arcs = [(ids[head], label) for head, label in self.arcs.get(token, ())]
        head, label = arcs[0] if arcs else ("_", "_")
        misc = [*self._misc.get(token, ())]
        if ranges:
            misc.append(f"TokenRange={self._tokens[token].start}:{self._end(token)}")
        if behind is not None and self._tokens[behind].start == self._end(token):
            misc.insert(0, "SpaceAfter=No")
        deps = "|".join(f"{head}:{label}" for head, label in sorted(arcs)) if several else ""
        return (
            str(ids[token]), self._form[token], self._lemma.get(token, "_"),
            "+".join(map(decoded, self._type[token].split("+"))), self._xpos.get(token, "_"),
            "|".join(sorted(self._feats.get(token, ()), key=str.lower)) or "_",
            str(head), label, deps or "_", "|".join(misc) or "_",
        )  # fmt: skip
