"""Makes a collection of brat out of a project of CoNLL-U: the same spans, arcs and labels."""

from bisect import bisect_right
from collections import Counter
from itertools import accumulate

from brat_iaa.exchange.names import for_brat, value_for_brat

_TOOLS = """\
[options]
Sentences\tsplitter:newline
Tokens\ttokenizer:whitespace
Validation\tvalidate:none
Annotation-log\tlogfile:<NONE>
"""
_VISUAL = """\
[labels]
{labels}
[drawing]
SPAN_DEFAULT\tfgColor:black, bgColor:lightgreen, borderColor:darken
ARC_DEFAULT\tcolor:black, arrowHead:triangle-5
"""
_HEAD = (
    "# Made from CoNLL-U. In names of types other signs than letters, digits, - and _ are codes.\n"
)


def collection(project, sentences) -> dict:
    """{path: bytes} of a collection of brat.

    project    Project of files of CoNLL-U
    sentences  most sentences in a document of brat; longer ones become several: dev-01, dev-02
    """
    files, types = {}, _Types()
    for document in project.documents:
        lines = [f"{line}\n" for line in document.text.split("\n")[:-1]]
        texts = ["".join(lines[at : at + sentences]) for at in range(0, len(lines), sentences)]
        begin = [0, *accumulate(map(len, texts))][:-1]
        width = len(str(len(texts)))
        names = [f"{document.name}-{number:0{width}}" for number in range(1, len(texts) + 1)]
        names = names if len(texts) > 1 else [document.name]
        for annotator, annotations in document.annotations.items():
            contents = _standoff(annotations, begin, types)
            for name, text, content in zip(names, texts, contents):
                files[f"{annotator}/{name}.txt"] = text.encode()
                files[f"{annotator}/{name}.ann"] = content.encode()
    files["annotation.conf"] = types.annotation_conf().encode()
    files["visual.conf"] = types.visual_conf().encode()
    files["tools.conf"] = _TOOLS.encode()
    return files


class _Types:
    """The types and values in use, as brat stores them: {name: as brat has it}."""

    def __init__(self):
        self.spans, self.relations, self.attributes, self.notes = {}, {}, {}, {}
        self.values = {}

    @staticmethod
    def stored(codes, name, coded=for_brat):
        """The name in brat, added to those that are known."""
        if name not in codes:
            codes[name] = coded(name)
        return codes[name]

    def attribute(self, name, value):
        """(name, value) in brat."""
        values = self.values.setdefault(name, {})
        return self.stored(self.attributes, name), self.stored(values, value, value_for_brat)

    def annotation_conf(self):
        """Content of annotation.conf."""
        parts = [_HEAD, "[entities]\n", *(f"{name}\n" for name in sorted(self.spans.values()))]
        parts.append("\n[relations]\n")
        for name in sorted(self.relations.values()):
            parts.append(f"{name}\tArg1:<ENTITY>, Arg2:<ENTITY>\n")
        parts.append("\n[events]\n\n[attributes]\n")
        for name in sorted(self.attributes):
            values = "|".join(sorted(self.values[name].values()))
            parts.append(f"{self.attributes[name]}\tArg:<ENTITY>, Value:{values}\n")
        return "".join(parts)

    def visual_conf(self):
        """Content of visual.conf: shows types under their own names."""
        names = {**self.spans, **self.relations, **self.attributes}
        labels = (f"{stored} | {name}\n" for name, stored in names.items() if name != stored)
        return _HEAD + _VISUAL.format(labels="".join(sorted(labels)))


def _standoff(annotations, begin, types):
    """Content of the .ann of each part of the text; begin: where each of them begins."""
    parts = [_Part() for _ in begin]
    of_span = {}
    for span in annotations.spans.values():
        number = bisect_right(begin, span.start) - 1
        at = f"{span.start - begin[number]} {span.end - begin[number]}"
        id = parts[number].line("T", f"{types.stored(types.spans, span.type)} {at}\t{span.text}")
        of_span[span.id] = parts[number], id
    for arc in annotations.relations:
        name = types.stored(types.relations, arc.type)
        (head_role, head), (role, dependent) = arc.args
        (part, head), (_, dependent) = of_span[head], of_span[dependent]
        part.line("R", f"{name} {head_role}:{head} {role}:{dependent}")
    for record in annotations.attributes:
        part, target = of_span[record.target]
        name, value = types.attribute(record.type, record.value)
        part.line("A", f"{name} {target} {value}")
    for record in annotations.notes:
        part, target = of_span[record.target]
        part.line("#", f"{types.stored(types.notes, record.type)} {target}\t{record.text}")
    return ["".join(part.lines) for part in parts]


class _Part:
    """The .ann of one document of brat."""

    def __init__(self):
        self.lines, self._last = [], Counter()

    def line(self, letter, content):
        """Add a line; returns its id."""
        self._last[letter] += 1
        id = f"{letter}{self._last[letter]}"
        self.lines.append(f"{id}\t{content}\n")
        return id
