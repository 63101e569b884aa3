"""The draft of a project on disk: .ann files of a directory beside the annotators', brought up to
date with the annotators' files, what was decided, and what was edited in brat.
"""

import os
import threading
from collections import Counter
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from brat_iaa.adjudication import carried_over
from brat_iaa.adjudication.decisions import LONGEST_REASON, DraftSettings, Kept
from brat_iaa.adjudication.directory import write_like
from brat_iaa.adjudication.layout import write
from brat_iaa.adjudication.merge import (
    BY_RULE,
    CHANGED,
    DECIDED,
    FOLLOWS,
    HAND,
    OPEN,
    TO_DO,
    by_rule,
    graph_of,
    is_fresh,
    lines_in,
    merge,
)
from brat_iaa.adjudication.notes import DocumentWords, kind_in_words, note_lines
from brat_iaa.adjudication.places import belongs, listed_places, scopes_of
from brat_iaa.adjudication.replace import value
from brat_iaa.adjudication.state import (
    ANNOTATOR,
    IN_BRAT,
    NOTHING,
    WRITTEN,
    DocumentState,
    position,
    records_in,
)
from brat_iaa.corpus.files import identity, read_stable, why_unreadable
from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import BratIaaError
from brat_iaa.layers.drawn_arcs import begun_by
from brat_iaa.places.sentence import in_sentence
from brat_iaa.review.items import digest, key_in_store
from brat_iaa.server_hooks import saving
from brat_iaa.values.identity import Keys, Kinds

# What is to be done with a place, in the order in which it is shown.
STATUSES = {
    OPEN: "to decide",
    TO_DO: "to do in brat",
    CHANGED: "changed since",
    BY_RULE: "decided by the majority",
    DECIDED: "decided",
    HAND: "decided in brat",
}
LEFT = (OPEN, TO_DO, CHANGED)
# What the page says that the draft has right.
TAKEN, AS_DRAFT, NEITHER = "taken", "draft", "neither"


class NotSettled(BratIaaError):
    """What was decided cannot be written; the text says why, and what to do."""


class Changed(BratIaaError):
    """What was decided on is not what is there now; nothing was written."""


class Source(NamedTuple):
    """What a draft is made of.

    project    corpus.project.Project as it is now
    agreement  Agreement of all its annotators; None where nobody is compared
    config     Config
    tokens     whether spans are tokens with arcs, and not spans with relations
    """

    project: Any
    agreement: Any
    config: Any
    tokens: bool

    @property
    def layers(self):
        """The Layers that are compared."""
        return () if self.agreement is None else self.agreement.layers

    @property
    def kinds(self) -> Kinds:
        """What the lines of the project are."""
        given, every = self.config.dependencies, [layer.settings for layer in self.layers]
        tokens, arcs = given.token_types, given.labels
        return Kinds(
            frozenset() if not self.tokens else tokens and frozenset((*tokens, given.root)),
            frozenset() if not self.tokens else arcs and frozenset(arcs),
            given.head,
            frozenset(
                name for layer in self.layers if layer.kind == "chains"
                for name in layer.settings.relations or ()
            ),
            frozenset(
                name for settings in every for name in getattr(settings, "symmetric", None) or ()
            ),
        )  # fmt: skip


class Case(NamedTuple):
    """A place on which annotators differ, as the draft has it.

    key       the same as long as it is the same layer, document and piece of text
    place     places.place.Place with everybody's value; None where no list has it
    document  its name
    sentence  InSentence of its token; None without a Place
    status    of STATUSES
    drawn     [(label, where)] that the draft has, see notes.DocumentWords.element()
    has       names of the annotators who have the same
    groups    [(names, words of what they have)]
    kind      what is disputed, such as “type”
    spot      ((start, end), ...) in the text; () of a sentence
    ids       brat's ids of what the draft has
    decision  the Decision on it, or None; chosen: names of those who have what it takes
    seen      another one when anything of this is
    order     for sorting as it is asked
    """

    key: str
    place: object
    document: str
    sentence: object
    status: str
    drawn: list
    has: frozenset
    groups: list
    kind: str
    spot: tuple
    ids: tuple
    decision: object
    chosen: tuple
    seen: str
    order: tuple

    @property
    def left(self):
        """Whether it still asks for something."""
        return self.status in LEFT


class Worklist(NamedTuple):
    """All there is to do with a draft.

    cases     tuple of Case of the places of the list, in the order in which they are asked
    others    tuple of Case of all else on which annotators differ
    absent    {document: reason} of documents that cannot be settled here
    excluded  [Excluded] of annotators without a vote, and of documents that are not in the draft
    told      [(document, whether it was needed or left out, words)] of what came along or was lost
    documents {document: names of its annotators}
    """

    cases: tuple
    others: tuple
    absent: dict
    excluded: list
    told: list
    documents: dict

    @property
    def counts(self):
        """{status: number of cases}, all of STATUSES."""
        counted = Counter(case.status for case in self.cases)
        return {status: counted[status] for status in STATUSES}

    @property
    def left(self):
        """Number of cases that ask for something."""
        return sum(case.left for case in self.cases)

    @property
    def notes(self):
        """The others that ask for something."""
        return [case for case in self.others if case.left]


class MergedDocument(NamedTuple):
    """A document of a draft that is up to date. scopes: of the Places, None where annotators do not
    differ
    """

    name: str
    state: DocumentState
    words: DocumentWords
    merged: object
    decisions: list
    cases: tuple
    others: tuple
    scopes: dict


class Draft:
    """The draft of one project. Any number of threads may use it.

    directory  its directory
    decisions  Decisions
    lock       function of a path without suffix: a context manager that keeps brat and others from
               saving that document
    is_gold    whether it is the gold by now: what was agreed on when it became that stays
    writes     whether the files are brought up to date; if not, it is only said what they would be
    """

    def __init__(
        self, directory, decisions, lock=lambda path: ExitStack(), is_gold=False, writes=True
    ):
        self.directory, self.decisions = Path(os.path.realpath(directory)), decisions
        self._lock, self._is_gold, self._writes = lock, is_gold, writes
        self._documents: dict = {}
        self._places: tuple = (None, {})
        self._turn = threading.RLock()

    @property
    def name(self):
        """Of its directory."""
        return self.directory.name

    def settings(self, source) -> DraftSettings:
        """How it is made. Of a draft of an earlier version nothing was kept: it is looked at."""
        return self.decisions.settings() or carried_over.adopt(self, source)

    def work(self, source) -> Worklist:
        """The Worklist of a draft that was brought up to date."""
        settings, decided = self.settings(source), self.decisions.in_force()
        cases, others, absent, told, names, excluded = [], [], {}, [], {}, []
        for document in source.project.documents:
            begun, without = begun_by(document, source.config.dependencies)
            excluded += without
            if isinstance(document.text, TextOfFields):
                reason = "there is no text (.txt) of it, without which brat cannot open it"
                excluded.append(Excluded(document.name, begun, reason))
            elif begun:
                names[document.name] = begun
                try:
                    made = self._up_to_date(source, settings, document, decided)
                except NotSettled as error:
                    absent[document.name] = str(error)
                    continue
                cases += made.cases
                others += made.others
                told += _told(made)
        cases.sort(key=lambda case: case.order)
        excluded = [*source.project.excluded, *excluded]
        return Worklist(tuple(cases), tuple(others), absent, excluded, told, names)

    def _up_to_date(self, source, settings, document, decided):
        """The MergedDocument; what has not changed since is not looked at again."""
        path = self.directory / f"{document.name}.ann"
        text = identity(path.with_name(f"{path.stem}.txt"))
        key = (
            document.identity, identity(path), text, decided.get(document.name, []), settings,
            source.kinds, source.layers, source.config,
        )  # fmt: skip
        with self._turn:
            kept_key, agreement, made = self._documents.get(document.name, (None, None, None))
            places = self.places(source).get(document.name, ())
            if kept_key != key or len(places) != len(made.state.numbers):
                made = self._merge(source, settings, document)
                key = (key[0], identity(path), text, made.decisions, *key[4:])
            elif agreement is not source.agreement:
                # Something changed elsewhere.
                made = self._shown(source, settings, made)
            self._documents[document.name] = key, source.agreement, made
            return made

    def _merge(self, source, settings, document, decide=None, undo=None, by=""):
        """Bring a document up to date, with one more Decision, or one less."""
        with self._locked(document.name) as path:
            state = self.state(source, document)
            kept, decisions = self._kept(document.name)
            data = self._read(path, document, kept)
            last = (
                data if data is not None and data in (kept.written, kept.before) else kept.written
            )
            decided, now = [], self.decisions.now()
            base = kept.base if self._is_gold else None
            args = state, settings.rule, decisions, data or b"", last, kept.past, now, base
            merged = merge(*args)
            if decide is not None or undo is not None:
                # What was edited in brat was there before what is decided now.
                made = MergedDocument(document.name, state, None, merged, decisions, (), (), {})
                decided = [] if decide is None else [decide(self._shown(source, settings, made))]
                left = [each for each in decisions if undo is None or each.id != undo.id]
                merged = merge(
                    state, settings.rule, [*left, *merged.made, *decided], data or b"",
                    data or b"", merged.past, now, base,
                )._replace(made=merged.made)  # fmt: skip
            words = DocumentWords(state.text, source.config.dependencies.sentences)
            notes = note_lines(
                state, merged, words, settings.names, self._concerns(source, settings)
            )
            new = _joined([*merged.lines, *notes], data)
            made = [*merged.made, *decided]
            if undo is not None:
                self.decisions.undo(undo, by)
            try:
                made = self._write(path, document, source, kept, data, new, merged.past, made)
            except BaseException:
                if undo is not None:
                    self.decisions.redo(undo)
                raise
            left = [each for each in decisions if undo is None or each.id != undo.id]
            done = MergedDocument(
                document.name, state, words, _with_ids(merged, made), [*left, *made], (), (), {}
            )
            return self._shown(source, settings, done)

    def _kept(self, document):
        return self.decisions.document(document), self.decisions.in_force(document).get(
            document, []
        )

    def _write(self, path, document, source, kept, data, new, past, made):
        """Keep what is decided and write the file; returns the Decisions with ids."""
        same = not made and new == data and (kept.written, kept.past) == (new, past)
        if same or not self._writes:
            return made
        now = Kept(new, data, past, kept.base)
        annotated = Path(source.project.root) / next(iter(document.files.values()))
        try:
            with self.decisions.keeping(document.name, now, made) as ids:
                if data is None:
                    text = document.text.encode("utf-8", "surrogateescape")
                    write_like(annotated.with_suffix(".txt"), Path(f"{path}.txt"), text)
                    write_like(annotated, Path(f"{path}.ann"), new)
                elif new != data:
                    saving.replace(f"{path}.ann", new)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise NotSettled(
                f"The draft cannot be written: {why}. Let the account of this server write it."
            ) from None
        return [each._replace(id=id) for each, id in zip(made, ids)]

    def state(self, source, document) -> DocumentState:
        """The DocumentState of a document: places are those of the list."""
        begun, _ = begun_by(document, source.config.dependencies)
        places, layers = self.places(source).get(document.name, ()), source.layers
        return DocumentState(
            document.text,
            {name: document.annotations[name] for name in begun},
            source.kinds,
            lambda differing: scopes_of(places, layers, differing),
            source.config.dependencies.no_arcs,
        )

    def places(self, source) -> dict:
        """{document: [Place]} of the list."""
        agreement, places = self._places
        if agreement is not source.agreement:
            places = {} if source.agreement is None else listed_places(source.agreement)
            self._places = source.agreement, places
        return places

    def _shown(self, source, settings, made):
        """The MergedDocument with its Cases."""
        words = made.words or DocumentWords(made.state.text, source.config.dependencies.sentences)
        made, table = made._replace(words=words), None
        places, cases, others = self.places(source).get(made.name, ()), [], []
        if source.agreement is not None:
            table = source.agreement.tables.get(made.name)
        ranks = {layer.name: number for number, layer in enumerate(source.layers)}
        numbers, shown = made.state.numbers, set()
        for place, number in zip(places, numbers):
            if number is not None:
                shown.add(number)
                cases.append(_case(made, number, place, table, ranks))
        concerns = self._concerns(source, settings)
        for number, decided in enumerate(made.merged.places):
            # What follows from other places is not asked.
            if number not in shown and decided.status != FOLLOWS and concerns(decided.scope):
                others.append(_case(made, number, None, None, ranks))
        scopes = {key_in_store(place): number for place, number in zip(places, numbers)}
        scopes.update({_key(made, number): number for number in range(len(made.state.scopes))})
        return made._replace(cases=tuple(cases), others=tuple(others), scopes=scopes)

    @staticmethod
    def _concerns(source, settings):
        """Function of a scope: whether the draft is made for a layer that is about it."""
        names = settings.layers
        layers = [layer for layer in source.layers if names is not None and layer.name in names]
        return lambda scope: (
            names is None or any(belongs(layer, slot) for layer in layers for slot in scope)
        )

    def decide(self, source, key, seen, choice, annotator, by, reason=""):
        """Decide a Case and write the draft. Returns the Decision.

        key, seen  of the Case
        choice     TAKEN, with the annotator whose value is taken; AS_DRAFT; or NEITHER
        by         login
        Raises Changed if the place is another one than was seen, and NotSettled with the reason if
        the decision cannot be written. Then the file is as it was.
        """
        reason = reason.strip().encode("utf-8", "replace").decode()
        if len(reason) > LONGEST_REASON:
            raise NotSettled(
                f"The reason has {len(reason)} characters. Expected at most {LONGEST_REASON}."
            )

        def decided(made):
            case = next((c for c in (*made.cases, *made.others) if c.key == key), None)
            if case is None:
                raise Changed("The annotators agree here now. Nothing has to be decided.")
            if case.seen != seen:
                raise Changed(what_is_there(case))
            state, scope = made.state, made.state.scopes[made.scopes[key]]
            fields = {"by": by, "at": self.decisions.now(), "why": reason, "item": key}
            if choice == NEITHER:
                return state.decide(scope, IN_BRAT, **fields)
            if choice == TAKEN:
                if annotator not in state.graphs or annotator not in _voting(case):
                    raise NotSettled(f"{annotator} has nothing here that could be taken.")
                graph = state.graphs[annotator]
                return state.decide(scope, ANNOTATOR, graph, name=annotator, **fields)
            if choice != AS_DRAFT:
                raise NotSettled(f"“{choice}” is no decision.")
            there = graph_of(_joined(made.merged.lines, b""), state)
            any_there = records_in(there, scope)
            return state.decide(scope, WRITTEN if any_there else NOTHING, there, **fields)

        made = self._change(source, self._document_of(source, key), decide=decided)
        return made.decisions[-1]

    def undo(self, source, key, by):
        """Take the last decision at a place back. Returns it. Raises Changed if there is none."""
        work = self.work(source)
        case = next((c for c in (*work.cases, *work.others) if c.key == key), None)
        if case is None or case.decision is None:
            raise Changed("There is no decision here to take back.")
        self._change(source, case.document, undo=case.decision, by=by)
        return case.decision

    def _document_of(self, source, key):
        """Name of the document of a Case by its key."""
        work = self.work(source)
        for case in (*work.cases, *work.others):
            if case.key == key:
                return case.document
        raise Changed("The annotators agree here now. Nothing has to be decided.")

    def _now(self, source, document):
        settings, decided = self.settings(source), self.decisions.in_force(document)
        return self._up_to_date(source, settings, self._document(source, document), decided)

    def _change(self, source, document, **change):
        with self._turn:
            self._documents.pop(document, None)
            found = self._document(source, document)
            return self._merge(source, self.settings(source), found, **change)

    def _document(self, source, name):
        for document in source.project.documents:
            if document.name == name:
                return document
        raise Changed("The annotators agree here now. Nothing has to be decided.")

    def effects(self, source, case) -> dict:
        """{annotator: tuple of the other Cases of the document that change with this value}, for
        the first of each group.
        """
        made, effects = self._now(source, case.document), {}
        state, settings = made.state, self.settings(source)
        kept, decisions = self._kept(case.document)
        scope = state.scopes[made.scopes[case.key]]
        base = kept.base if self._is_gold else None
        for name in (group[0] for group in _groups(case)):
            taken = state.decide(scope, ANNOTATOR, state.graphs[name], name=name, by="?", at="~")
            draft = kept.written or b""
            after = merge(
                state, settings.rule, [*decisions, taken], draft, draft, kept.past, base=base
            )
            effects[name] = tuple(
                other
                for other in made.cases
                if other.key != case.key
                for number in [made.scopes[other.key]]
                if after.places[number].draft != made.merged.places[number].draft
            )
        return effects

    def become_gold(self, source):
        """Keep what passes the rule now: as a gold, the draft follows the annotators no more."""
        settings, decided = self.settings(source), self.decisions.in_force()
        self.work(source)
        for document in source.project.documents:
            if document.name in self._documents:
                made = self._up_to_date(source, settings, document, decided)
                state, told = made.state, []
                content = by_rule(state, settings.rule, told)
                lines, _ = write(content, state.keys, graph_of(b"", state), [], {})
                kept = self.decisions.document(document.name)
                with self.decisions.keeping(document.name, kept._replace(base=_joined(lines, b""))):
                    pass
        self._documents.clear()

    def reasons(self, source) -> dict:
        """{key of the place: Decision} of those with a reason whose value the draft still has."""
        found = {}
        by_name = {document.name: document for document in source.project.documents}
        for name, decisions in self.decisions.in_force().items():
            told = [each for each in decisions if each.why]
            path = self.directory / f"{name}.ann"
            data = read_stable([path])[path] if told and name in by_name else None
            if data is not None:
                state = DocumentState(by_name[name].text, {}, source.kinds)
                graph = graph_of(data, state)
                for each in told:
                    lines = graph_of(each.lines.encode(), state)
                    keys = Keys([graph, lines])
                    there, decided = (value(one, keys, each.scope) for one in (graph, lines))
                    if each.choice == IN_BRAT or there == decided:
                        found[each.item] = each
        return found

    # The draft's files

    @contextmanager
    def _locked(self, document):
        """The lock of a document; gives its path without suffix. Nothing but the draft is ever
        written: a link is left alone.
        """
        path = os.path.join(self.directory, *document.split("/"))
        if os.path.realpath(path + ".ann") != path + ".ann":
            raise NotSettled("Its file in the draft is a link, which is left alone.")
        with ExitStack() as stack:
            try:
                stack.enter_context(self._lock(path))
            except saving.Busy:
                raise NotSettled(
                    "Somebody else's change to this document takes unusually long. Try again in a "
                    "moment."
                ) from None
            except OSError as error:
                why = (error.strerror or str(error)).lower()
                raise NotSettled(
                    f"brat's lock of this document cannot be taken: {why}. Run these pages by the "
                    "account of brat."
                ) from None
            yield path

    def _read(self, path, document, kept):
        """The bytes of the .ann file in the draft; None where there is none yet."""
        contents = read_stable([path + ".ann", path + ".txt"])
        for name, data in contents.items():
            if data is None:
                if not os.path.lexists(name):
                    if kept.written is None and not os.path.lexists(path + ".ann"):
                        return None
                    raise NotSettled("It is not in the draft.")
                raise NotSettled(f"Its file in the draft cannot be read: {why_unreadable(name)}.")
        if contents[path + ".txt"].decode("utf-8", "replace") != document.text:
            raise NotSettled("Its text in the draft is not that of the annotators.")
        return contents[path + ".ann"]


def what_is_there(case) -> str:
    """Why a Case is not the one that was seen, and what to do."""
    decision = case.decision
    if decision is not None and decision.by and case.status == DECIDED:
        return f"{decision.by} has decided here since. Look at it again."
    return "It was changed since, in brat or here. Look at it again."


def _case(made, number, place, table, ranks):
    state, decided = made.state, made.merged.places[number]
    there = [
        (graph, id)
        for graph, id in made.merged.content.values()
        if not graph.slots[id].isdisjoint(decided.scope)
    ]
    drawn = sorted({made.words.element(*at) for at in there}, key=repr)
    voting = state.voters(min(decided.scope, key=position)[0])
    has = frozenset(name for name in voting if decided.values[name] == decided.draft)
    decision = decided.decision
    key = _key(made, number) if place is None else key_in_store(place)
    first = min(decided.scope, key=lambda slot: (position(slot), repr(slot)))
    ended = [position(slot) for n in decided.causes for slot in state.scopes[n]]
    layer = -1 if place is None else ranks[place.layer]
    at = (
        (position(first), ())
        if place is None
        else (place.token.fragments[0], place.token.fragments)
    )
    order = made.name, max([at[0], *ended]), layer, at[1]
    status = OPEN if decided.status == FOLLOWS and place is not None else decided.status
    seen = digest([
        state.seen(decided.scope), sorted(map(repr, decided.draft)), status,
        decision and [decision.by, decision.at, decision.choice],
    ])  # fmt: skip
    return Case(
        key, place, made.name, None if place is None else in_sentence(table, place.token), status,
        drawn, has, made.words.groups(state, decided), kind_in_words(first), _spot(first),
        decided.ids, decision, _chosen(state, decided), seen, order,
    )  # fmt: skip


def _chosen(state, decided):
    """Names of those who have what a decision took."""
    decision = decided.decision
    if decision is None or decision.choice != ANNOTATOR or not is_fresh(decision, state):
        return (decision.name,) if decision is not None and decision.name else ()
    mine = decided.values.get(decision.name)
    return tuple(name for name, value in decided.values.items() if value == mine)


def _spot(slot):
    spot = slot[-1]
    while isinstance(spot, tuple) and spot and not isinstance(spot[0][0], int):
        spot = spot[0]
    return spot if isinstance(spot, tuple) else ()


def _key(made, number):
    """The key of a scope that no list has, for addresses and decisions."""
    return digest(["scope", made.name, sorted(map(repr, made.state.scopes[number]))])


def _voting(case):
    return {name for names in _groups(case) for name in names}


def _groups(case):
    """[names] of those with the same value, who have something to take at a Case."""
    if case.place is None:
        return [names for names, _ in case.groups]
    return case.place.groups


def _told(made):
    told = []
    for what, whole in made.merged.told:
        names = made.state.having.get(whole)
        if names:
            name, id = next(iter(names.items()))
            told.append((made.name, what, made.words.record(made.state.graphs[name], id)))
    return told


def _with_ids(merged, made):
    """A Merged whose Decisions have the ids under which they were kept."""
    ids = {each._replace(id=None): each for each in made}
    places = [
        each._replace(decision=ids.get(each.decision, each.decision)) for each in merged.places
    ]
    return merged._replace(places=places, made=made[: len(merged.made)])


def _joined(lines, data):
    """Lines as a file; one that ended without a line end still does."""
    before = lines_in(data) if data else [""]
    ends = before[-1] == "" or lines[: len(before)] != before
    return "\n".join([*lines, ""] if lines and ends else lines).encode("utf-8", "surrogateescape")
