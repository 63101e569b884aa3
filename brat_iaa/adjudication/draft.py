"""The draft of a project on disk: .ann files of a directory beside the annotators', brought up to
date with the annotators' files, what was decided, and what was edited in brat.
"""

import os
import threading
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from brat_iaa.adjudication import carried_over, files
from brat_iaa.adjudication.cases import MergedDocument, Worklist, concerned
from brat_iaa.adjudication.decisions import LONGEST_REASON, DraftSettings, Kept
from brat_iaa.adjudication.files import NotSettled, joined
from brat_iaa.adjudication.layout import write
from brat_iaa.adjudication.merge import by_rule, graph_of, merge
from brat_iaa.adjudication.notes import DocumentWords, note_lines
from brat_iaa.adjudication.places import listed_places, scopes_of
from brat_iaa.adjudication.replace import value
from brat_iaa.adjudication.state import (
    ANNOTATOR,
    BY_HAND,
    IN_BRAT,
    NOTHING,
    WRITTEN,
    DocumentState,
    records_in,
)
from brat_iaa.corpus.files import identity, read_stable
from brat_iaa.corpus.project import Excluded
from brat_iaa.corpus.texts import TextOfFields
from brat_iaa.errors import BratIaaError, ConfigError
from brat_iaa.layers.begun import begun_by
from brat_iaa.values.identity import Keys

# What the page says that the draft has right.
TAKEN, AS_DRAFT, NEITHER = "taken", "draft", "neither"
_AGREE = "The annotators agree here now. Nothing has to be decided."
_UNDONE = "There is no decision here to take back."


class Changed(BratIaaError):
    """What was decided on is not what is there now; nothing was written."""


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
        kept = self.decisions.settings() or carried_over.adopt(self, source)
        return kept._replace(rule=kept.rule._replace(layers=source.layers))

    def change(self, source, rule, names):
        """Make it by another DraftRule. names: whether annotators are named before a place is
        decided. Raises ConfigError.
        """
        settings = self.settings(source)
        if self._is_gold and rule.text != settings.rule.text:
            raise ConfigError(f"{self.name} is the gold: it follows the annotators no more.")
        self.decisions.change(rule.check(source.project, source.layers), names)

    def work(self, source) -> Worklist:
        """The Worklist of a draft that was brought up to date."""
        settings, decided = self.settings(source), self.decisions.in_force()
        done, absent, names, excluded = [], {}, {}, [*source.project.excluded]
        for document in source.project.documents:
            begun, without = begun_by(document, source.config.dependencies)
            excluded += without
            if isinstance(document.text, TextOfFields):
                reason = "there is no text (.txt) of it, without which brat cannot open it"
                excluded.append(Excluded(document.name, begun, reason))
            elif begun:
                names[document.name] = begun
                try:
                    done.append(self._up_to_date(source, settings, document, decided))
                except NotSettled as error:
                    absent[document.name] = str(error)
        cases = sorted((case for each in done for case in each.cases), key=lambda case: case.order)
        others = tuple(case for each in done for case in each.others)
        told = [row for each in done for row in each.told]
        states = {each.name: each.state for each in done}
        return Worklist(tuple(cases), others, absent, excluded, told, names, states)

    def _up_to_date(self, source, settings, document, decided):
        """The MergedDocument; what has not changed since is not looked at again."""
        path = self.directory / f"{document.name}.ann"

        def key(decisions):
            return (
                document.identity, identity(path), identity(path.with_suffix(".txt")), decisions,
                settings, source.kinds, source.layers, source.config,
            )  # fmt: skip

        with self._turn:
            kept_key, agreement, made = self._documents.get(document.name, (None, None, None))
            places = self.places(source).get(document.name, ())
            if kept_key != key(decided.get(document.name, [])) or len(places) != len(
                made.state.numbers
            ):
                made = self._merge(source, settings, document)
            elif agreement is not source.agreement:
                # Something changed elsewhere.
                made = self._with_cases(source, settings, made)
            self._documents[document.name] = key(made.decisions), source.agreement, made
            return made

    def _merge(self, source, settings, document, decide=None, undo=(), by=""):
        """Bring a document up to date.

        decide  function of the MergedDocument as it is that returns further Decisions
        undo    Decisions that a login (by) takes back
        """
        path = os.path.join(self.directory, *document.name.split("/"))
        with files.locked(self._lock, path):
            state, kept = self.state(source, document), self.decisions.document(document.name)
            decisions = self.decisions.in_force(document.name).get(document.name, [])
            data = files.read(path, document.text, kept.before is None)
            # Where it could not be written, or a process was killed, it is the one before.
            last = data if data in (kept.written, kept.before) else kept.written
            words = DocumentWords(state.text)
            run = partial(
                merge, state, settings.rule, draft=data or b"", now=self.decisions.now(),
                base=kept.base if self._is_gold else None,
            )  # fmt: skip
            merged = run(decisions, last=last, past=kept.past)
            new = [*merged.made]
            made = MergedDocument(document.name, state, words, merged, [*decisions, *new])
            if decide is not None or undo:
                # What was edited in brat was there before what is decided now.
                if decide is not None:
                    new += decide(self._with_cases(source, settings, made))
                for each in undo:
                    if each not in decisions:
                        raise Changed(_UNDONE)
                    decisions.remove(each)
                merged = run([*decisions, *new], last=data or b"", past=merged.past)
                made = made._replace(merged=merged, decisions=[*decisions, *new])
            concerns = concerned(source.layers, settings.layers)
            notes = note_lines(state, merged, words, settings.names, concerns)
            lines = joined([*merged.lines, *notes], data)
            same = lines == data and (kept.written, kept.past) == (lines, merged.past)
            if self._writes and (new or undo or not same):
                # First: a process that is killed leaves a file that is known.
                self.decisions.keep(document.name, Kept(lines, data, merged.past, kept.base))
                annotated = Path(source.project.root) / next(iter(document.files.values()))
                try:
                    with self.decisions.deciding(document.name, new, undo, by):
                        files.write(path, data, lines, document.text, annotated)
                except OSError as error:
                    why = (error.strerror or str(error)).lower()
                    raise NotSettled(
                        f"The draft cannot be written: {why}. Let the account of this server "
                        "write it."
                    ) from None
            return self._with_cases(source, settings, made)

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

    def _with_cases(self, source, settings, made):
        tables = {} if source.agreement is None else source.agreement.tables
        return made.with_cases(
            self.places(source).get(made.name, ()), tables.get(made.name), source.layers,
            concerned(source.layers, settings.layers),
        )  # fmt: skip

    def decide(self, source, seen, choice, annotator, by, reason=""):
        """Decide Cases of a document in one go, and write the draft. Returns the Decisions.

        seen       {key of the Case: what was seen of it}
        choice     TAKEN, with the annotator whose values are taken; AS_DRAFT; or NEITHER
        by         login
        Raises Changed if a place is another one than was seen, and NotSettled with the reason if
        the decision cannot be written. Then the file is as it was.
        """
        reason = reason.strip().encode("utf-8", "replace").decode()
        if len(reason) > LONGEST_REASON:
            raise NotSettled(
                f"The reason has {len(reason)} characters. Expected at most {LONGEST_REASON}."
            )
        fields = {"by": by, "at": self.decisions.now(), "why": reason}

        def decided(made):
            there = {case.key: case for case in (*made.cases, *made.others)}
            for key, of_case in seen.items():
                if key not in there:
                    raise Changed(_AGREE)
                if there[key].seen != of_case:
                    raise Changed(there[key].why_another())
            return [_decision(made, there[key], choice, annotator, fields) for key in seen]

        document = self._known(source, next(iter(seen), "")).document
        return self._change(source, document, decide=decided).decisions[-len(seen) :]

    def undo(self, source, key, by):
        """Take the last decision at a place back, with all that was decided in one go with it.
        Returns it. Raises Changed if there is none.
        """
        case = self._known(source, key)
        if case.decision is None:
            raise Changed(_UNDONE)
        undone = [case.decision]
        if case.decision.by != BY_HAND:
            in_force = self.decisions.in_force(case.document)[case.document]
            undone = [each for each in in_force if _at_once(each, case.decision)]
        self._change(source, case.document, undo=undone, by=by)
        return case.decision

    def _known(self, source, key):
        case = self.work(source).case(key)
        if case is None:
            raise Changed(_AGREE)
        return case

    def _change(self, source, name, **change):
        with self._turn:
            self._documents.pop(name, None)
            document = next(each for each in source.project.documents if each.name == name)
            return self._merge(source, self.settings(source), document, **change)

    def become_gold(self, source):
        """Keep what passes the rule now: as a gold, the draft follows the annotators no more."""
        with self._turn:  # a decision meanwhile would leave its document without a base
            self.work(source)
            rule = self.settings(source).rule
            for name, (*_, made) in self._documents.items():
                state, content = made.state, by_rule(made.state, rule, [])
                lines, _ = write(content, state.keys, graph_of(b"", state), [], {})
                kept = self.decisions.document(name)._replace(base=joined(lines, b""))
                self.decisions.keep(name, kept)
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


def _decision(made, case, choice, annotator, fields):
    """The Decision on a Case of a MergedDocument, see Draft.decide()."""
    state, scope = made.state, made.state.scopes[made.scopes[case.key]]
    fields = {**fields, "item": case.key}
    if choice == NEITHER:
        return state.decide(scope, IN_BRAT, **fields)
    if choice == TAKEN:
        if annotator not in {name for names in case.takers for name in names}:
            raise NotSettled("That annotator has nothing here that could be taken.")
        graph = state.graphs[annotator]
        return state.decide(scope, ANNOTATOR, graph, name=annotator, **fields)
    if choice != AS_DRAFT:
        raise NotSettled(f"“{choice}” is no decision.")
    there = graph_of(joined(made.merged.lines, b""), state)
    any_there = records_in(there, scope)
    return state.decide(scope, WRITTEN if any_there else NOTHING, there, **fields)


def _at_once(one, other):
    return (one.by, one.at) == (other.by, other.at)
