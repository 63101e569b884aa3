"""Writing a Content into an .ann file: lines that stay, stay as they are and where they are; what
was there before comes back with its id, its bytes and its place.

New lines are in brat's own form: brat that opens the file has nothing to change.
"""

import re
from typing import NamedTuple

from brat_iaa.adjudication.state import position, rank
from brat_iaa.corpus.drafts import is_note
from brat_iaa.corpus.records import Attribute, Equiv, Event, Normalization, Relation, Span
from brat_iaa.values.identity import KINDS, in_words

_ID = re.compile(r"([A-Za-z]+|#)([0-9]{1,9})")
# What a new line stands behind, the first of these that is there.
_BEHIND = {"T": "T", "E": "ET", "R": "RET"}


class Written(NamedTuple):
    """A record that is or was in the draft: its ids ("*" has none), its lines, and what stood
    before them, see _token().
    """

    ids: tuple
    lines: tuple
    after: str


def write(content, keys, draft, lines, past) -> tuple:
    """(lines of the draft, {whole: id}).

    draft  Graph of its file now
    lines  of that file, as they are
    past   {text of a whole: Written} of all that ever was in it; is extended
    """
    placed, gone = {}, {}
    types = {}  # {identity: types}
    for graph, id in content.values():
        types.setdefault(keys.of(graph, id), set()).add(graph.records[id].type)
    for id, record in draft.records.items():
        whole = keys.whole(draft, id)
        stays = whole in content and whole not in placed
        if stays and _refers_well(record, draft, content, keys, types):
            content[whole] = draft, id
            placed[whole] = _ids(record)
        else:
            gone.setdefault(keys.of(draft, id), []).append(record)
    new = sorted((whole for whole in content if whole not in placed), key=_order(content))
    instead = _place_new(new, content, keys, placed, gone, lines, past)
    target = _targets(content, keys, placed, draft)
    at = [[line] for line in lines]  # what stands at each line of the file now
    for records in gone.values():
        for record in records:
            for drawn in record.drawn:
                at[drawn.line - 1] = []
    end = "\r" if sum(line.endswith("\r") for line in lines) * 2 > len(lines) else ""
    texts, appended, added = {}, [], {*new}
    for whole in [*(whole for whole in content if whole not in added), *new]:
        graph, id = content[whole]
        record, before = graph.records[id], past.get(in_words(whole))
        if whole not in added:
            numbers = [drawn.line - 1 for drawn in record.drawn]
            texts[whole] = [_referring(lines[number], graph, target) for number in numbers]
            for number, line in zip(numbers, texts[whole]):
                at[number] = [line]
            continue
        texts[whole] = [
            _referring(line_of(drawn, graph_id) + end, graph, target)
            for drawn, graph_id in zip(record.drawn, placed[whole])
        ]
        if before and before.ids == placed[whole]:
            if _bare(before.lines) == _bare(texts[whole]):
                texts[whole] = [*before.lines]
        if whole in instead:
            numbers = [drawn.line - 1 for drawn in instead[whole].drawn]
            for number in numbers:
                at[number] = []
            at[numbers[0]] = texts[whole]
        else:
            appended.append((before and before.after, texts[whole]))
    made = [line for there in at for line in there if not is_note(line)]
    while made and made[-1] == "":
        made.pop()
    _append(made, appended, past)
    stands = dict(zip(map(_token, made), ["", *map(_token, made)]))
    for whole, own in texts.items():
        past[in_words(whole)] = Written(placed[whole], tuple(own), stands[_token(own[0])])
    return made, {whole: ids[0] for whole, ids in placed.items()}


def _place_new(new, content, keys, placed, gone, lines, past):
    """Give ids to new records: {whole: Record of the draft in whose place it comes}."""
    highest: dict = {}  # also in lines that cannot be read, and in what was there
    for line in [*lines, *(line for old in past.values() for line in old.lines)]:
        for letter, number in _ID.findall(line.rpartition("\t")[0]):
            highest[letter] = max(highest.get(letter, 0), int(number))
    used, instead = {id for ids in placed.values() for id in ids}, {}
    for whole in new:
        graph, id = content[whole]
        own, before = _ids(graph.records[id]), past.get(in_words(whole))
        same = gone.get(keys.of(graph, id), [])
        there = next((old for old in same if len(_ids(old)) == len(own)), None)
        if there is not None:
            instead[whole] = there
            same.remove(there)
            placed[whole] = _ids(there)
        elif before and len(before.ids) == len(own) and used.isdisjoint({*before.ids} - {"*"}):
            placed[whole] = before.ids
        else:
            placed[whole] = tuple(_free(old, highest) for old in own)
        used.update(placed[whole])
    return instead


def _append(lines, appended, past):
    """Put new lines, [(after, lines)], where they stood, or behind the last of their kind."""
    earlier = {
        _token(line): old.after if line is old.lines[0] else _token(old.lines[n - 1])
        for old in past.values() for n, line in enumerate(old.lines)
    }  # fmt: skip
    for after, made in sorted(appended, key=lambda each: each[0] is None):
        index = _index([_token(line) for line in lines], after, earlier, made[0])
        lines[index:index] = made


def _refers_well(record, draft, content, keys, types):
    """Whether what a record of the draft refers to is what it has to refer to."""
    graph, id = content[keys.whole(draft, record.id)]
    wanted = {key: graph.records[ref].type for key, ref in keys.needs(graph, graph.records[id])}
    for key, ref in keys.needs(draft, record):
        if key[0] == "at":
            continue
        if key not in types:
            return False
        if draft.records[ref].type != wanted.get(key) and wanted.get(key) in types[key]:
            return False
    return True


def _order(content):
    def order(whole):
        graph, id = content[whole]
        record = graph.records[id]
        kind = record.kind
        # Arcs in the order of their dependents.
        spot = graph.spot(graph.ends(record)[1] if kind == "arc" else id)
        return rank(kind), position((spot,)), spot_ends(spot), KINDS.index(kind), in_words(whole)

    return order


def spot_ends(spot) -> int:
    """For sorting spans that begin at one place: where the last one ends."""
    while spot and not isinstance(spot[0][0], int):
        spot = spot[-1]
    return spot[-1][1] if spot else 0


def _ids(record):
    return tuple(getattr(drawn, "id", "*") for drawn in record.drawn)


def _free(id, highest):
    if id == "*":
        return id
    letter = id[0]
    highest[letter] = highest.get(letter, 0) + 1
    return f"{letter}{highest[letter]}"


def _targets(content, keys, placed, draft):
    """Function: the draft's id of a record; of several with one identity that of the same type."""
    kept = {id for graph, id in content.values() if graph is draft}
    ids: dict = {}
    for whole, (graph, id) in content.items():
        for key in keys.answers(graph, id):
            ids.setdefault(key, {}).setdefault(graph.records[id].type, placed[whole][0])

    def target(graph, id):
        if graph is draft and id in kept:
            return id
        at = ("at", graph.records[id].extent)
        there = ids.get(keys.of(graph, id)) or ids.get(at)
        return there and (there.get(graph.records[id].type) or next(iter(there.values())))

    return target


def _referring(line, graph, target):
    """The line with the draft's ids in what it refers to."""
    id, tab, rest = line.partition("\t")
    head, between, text = rest.partition("\t")
    words = re.split(r"(\s+)", head)  # blanks at odd numbers
    last = 3 if id[:1] in "AMN#" else len(words)
    if id[:1] not in "REAMN#*" or not tab:
        return line
    for n in range(0 if id[0] == "E" else 2, min(last, len(words)), 2):
        role, colon, ref = words[n].rpartition(":")
        if ref in graph.records:
            of_chain = id == "*" or words[0] in graph.kinds.chains
            if n and not (of_chain and graph.records[ref].kind == "mention"):
                ref = graph.end(ref)
            words[n] = f"{role}{colon}{target(graph, ref) or ref}"
    return f"{id}{tab}{''.join(words)}{between}{text}"


def _bare(lines):
    """What two ways of writing the same lines have in common."""
    return [line.split("\t")[:2] if line[:1] == "T" else line.split() for line in lines]


def _token(line):
    id = line.partition("\t")[0]
    return line if id == "*" else id


def _index(tokens, after, earlier, new):
    """Where a line comes back, or a new one stands."""
    seen = set()
    while after is not None and after not in seen:
        if after in tokens or after == "":
            return tokens.index(after) + 1 if after else 0
        seen.add(after)
        after = earlier.get(after)
    for letter in _BEHIND.get(new[0], ""):
        found = [n for n, token in enumerate(tokens) if token[:1] == letter]
        if found:
            return found[-1] + 1
    return 0 if new[0] == "T" else len(tokens)


def lines_of(graph, ids) -> str:
    """Records of a Graph as lines of an .ann file, with their own ids."""
    drawn = [line for id in ids for line in graph.records[id].drawn]
    return "".join(f"{line_of(each)}\n" for each in sorted(drawn, key=lambda each: each.line))


def line_of(record, id=None) -> str:
    """The line of a record. id: to write instead of its own"""
    if isinstance(record, Equiv):
        return f"*\t{' '.join((record.type, *record.members))}"
    if isinstance(record, Span):
        offsets = ";".join(f"{start} {end}" for start, end in record.fragments)
        rest = f" {offsets}\t{record.text}"
    elif isinstance(record, (Event, Relation)):
        ends = " ".join(f"{role}:{end}" for role, end in record.args)
        # brat has a blank behind the trigger also where there are no arguments.
        rest = f":{record.trigger} {ends}" if isinstance(record, Event) else f" {ends}\t"
    elif isinstance(record, Attribute):
        rest = f" {record.target}" + ("" if record.value is None else f" {record.value}")
    elif isinstance(record, Normalization):
        rest = f" {record.target} {record.reference}\t{record.text}"
    else:
        rest = f" {record.target}\t{record.text}"
    return f"{id or record.id}\t{record.type}{rest}".replace("\r", " ").replace("\n", " ")
