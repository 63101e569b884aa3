"""What a manager changes: settings, phases, rules of brat; checked, then written.

Each change is made from the file with the fingerprint that the form shows; see store.changes.
"""

import os
import re
from datetime import datetime, timezone
from typing import NamedTuple

from brat_iaa import config
from brat_iaa.config import changing, template
from brat_iaa.config.changing import WrongLine
from brat_iaa.corpus import acl, drafts
from brat_iaa.errors import BratIaaError, ConfigError, ProjectError
from brat_iaa.store import phase_names
from brat_iaa.store.changes import ChangedFile, Conflict, fingerprint
from brat_iaa.store.paths import project_database_path
from brat_iaa.store.whole_files import whole_file
from brat_iaa.web.manage import form

# What a change leads from and to, where it is no value of a setting; kept in English.
_OTHER_COMMENTS = "comments and order as they were", "others"
_UNREADABLE = "a file that cannot be read"
_CLOSED, _OPEN = "closed to each other", "open to each other"
_EARLIER_RULES, _NO_RULES = "earlier rules", "without our rules"
_HIDDEN = "Holds a character that cannot be seen. Type it again."
_LEFT_OUT = "[access] managers: leaves you out, and you could not come back here. Name yourself."
# Where a message begins with a line of the file, and then names the setting.
_LINE = re.compile(rf"{re.escape(config.FILE_NAME)}, line \d+: ")
_NAMED = re.compile(r"\[([^\]]*)\] (\w+) = ")


class Invalid(BratIaaError):
    """Values that cannot be used. errors: {name of the field, "" for all: message}"""

    def __init__(self, errors):
        super().__init__(" ".join(errors.values()))
        self.errors = errors


class State(NamedTuple):
    """iaa.conf as it is. text: of the file, or of the one that the first change writes;
    there: whether there is a file
    """

    fingerprint: str
    text: str
    there: bool

    @property
    def written(self):
        return changing.written(self.text)


class Managing:
    """What managers do with one project. Any number of threads and processes may call it.

    Whoever does something is given as viewers.seen.Seen, `seen`.

    root       the project's directory
    data_dir   brat's data directory
    database   Database of the project
    managers   brat logins that manage every project
    state_dir  the directory named for our own files; None: the user's own
    """

    def __init__(self, root, data_dir, database, managers, state_dir=None):
        self._root, self._data_dir = root, data_dir
        self._managers, self._state_dir = managers, state_dir
        self._database = database
        self.settings = self._file(config.FILE_NAME, database)
        self.rules = self._file(acl.FILE_NAME, database)

    def _file(self, name, database):
        return ChangedFile(os.path.join(self._root, name), self._data_dir, database)

    # Settings

    def state(self, seen):
        """The State. Raises ConfigError if the file cannot be read."""
        data = self.settings.read()
        if data is None:
            return State("", self._first(seen), False)
        return State(fingerprint(data), self._decoded(data), True)

    def _first(self, seen):
        """The text of a new iaa.conf, as brat-agreement init writes it."""
        names = tuple(sorted(seen.permission.readable))
        try:
            return template.template(names, seen.survey().proposals, seen.config().found)
        except ProjectError:  # nobody has begun
            return template.template()

    def _decoded(self, data):
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise ConfigError(
                f"{self.settings.path}: byte {error.start} is not UTF-8. Save the file as UTF-8 "
                "text."
            ) from None

    def save(self, seen, before, changes):
        """Write settings. Returns the Change, None if nothing is to be changed.

        before   fingerprint of the file from which the form was made
        changes  {section: {key: text, None to take it out}}
        Raises Invalid, Conflict, and ConfigError where it cannot be written.
        """
        if not changes:
            return None
        state = self._unchanged(seen, before)
        for section, values in changes.items():
            for key, value in values.items():
                if form.hidden_character(f"{section}{key}{value}"):
                    raise Invalid({f"{section}|{key}": _HIDDEN})
        try:
            new = changing.changed(state.text, changes)
        except ConfigError as error:
            message = _LINE.sub("", str(error).removeprefix(f"{config.FILE_NAME}: "), count=1)
            setting = _NAMED.match(message)
            name = f"{setting[1]}|{setting[2]}" if setting else ""
            raise Invalid({name: message}) from None
        for complaint in self._complaints(seen, new, state.text):
            raise complaint
        return self._write(seen, state, new)

    def errors_in(self, seen, state, text):
        """List of WrongLine: why the text of a page cannot be written, [] if it can."""
        wrong = changing.errors_in(text)
        for number, line in enumerate(text.split("\n"), 1):
            if form.hidden_character(line):
                wrong.append(WrongLine(number, line.strip(), _HIDDEN))
        if not wrong:
            complaints = self._complaints(seen, text, state.text)
            wrong = [WrongLine(0, "", str(complaint)) for complaint in complaints]
        return sorted(wrong)

    def save_text(self, seen, before, text):
        """Write the text of a page, in which errors_in() finds nothing. Otherwise as save().

        The byte order mark and the ends of lines are those of the file.
        """
        state = self._unchanged(seen, before)
        mark = "\ufeff" if state.text.startswith("\ufeff") else ""
        end = re.search("\r\n|\n|\r|$", state.text).group() or "\n"
        if text == shown(state.text):
            return self._write(seen, state, state.text)
        return self._write(seen, state, mark + text.replace("\n", end))

    def _write(self, seen, state, new):
        """The Change to another text; None if it is the same."""
        if state.there and new == state.text:
            return None
        what = changing.differences(state.text, new) or [["", "", *_OTHER_COMMENTS]]
        return self.settings.write(state.fingerprint, new.encode("utf-8"), seen.login, what)

    def _unchanged(self, seen, before):
        """The State. Raises Conflict if it has another fingerprint."""
        state = self.state(seen)
        if state.fingerprint != before:
            raise Conflict(self.settings.path, self.settings.read())
        return state

    def _complaints(self, seen, text, before):
        """Iterator of Invalid: why a text that can be read is not written.

        The manager would be left out; or a directory becomes the draft that was not made as one:
        decisions are written into it.
        """
        now = config.parse(shown(text), config.FILE_NAME)
        if seen.login not in (*now.access.managers, *self._managers):
            yield Invalid({"access|managers": _LEFT_OUT})
        directory = os.path.join(self._root, now.draft or "")
        named_before = now.draft == changing.written(before).get("project", {}).get("draft")
        if now.draft and not named_before and os.path.lexists(directory):
            if not drafts.is_draft(directory):
                yield Invalid({"project|draft": drafts.unmarked(now.draft)})

    def undo(self, seen, number, before):
        """Take back the last change of a file. Returns the Change that did so.

        Raises Conflict if it is not the last, or the file was changed since.
        """
        for file in (self.settings, self.rules):
            last = file.last()
            if last is not None and last.id == number:
                if file is self.rules:
                    _require_all_open(seen)
                else:
                    self._require_manager(seen, last.before)
                return file.undo(last, seen.login, before)
        raise ConfigError("This is not the last change any more. Nothing was taken back.")

    def _require_manager(self, seen, data):
        text = "" if data is None else self._decoded(data)
        for complaint in self._complaints(seen, text, text):
            raise complaint

    def restore(self, seen, before):
        """Put iaa.conf back as the last change left it, where it cannot be read."""
        last = self.settings.last()
        if last is None or last.after is None:
            raise ConfigError("Nothing was saved here yet. Nothing was changed.")
        self._require_manager(seen, last.after)
        what = [["", "", _UNREADABLE, f"as saved on {last.at[:10]}"]]
        return self.settings.write(before, last.after, seen.login, what)

    def history(self, most):
        """List of the last Changes of both files, the latest first."""
        changes = self.settings.history(most) + self.rules.history(most)
        return sorted(changes, key=lambda change: -change.id)[:most]

    def can_be_undone(self):
        """{id of the Change: fingerprint of the file} of the last change of each file, if the file
        is as it left it.
        """
        undoable = {}
        for file in (self.settings, self.rules):
            last, data = file.last(), file.read()
            if last is not None and last.after == data:
                undoable[last.id] = fingerprint(data)
        return undoable

    # Phases

    def kept(self, phase):
        """store.phase_names.PhaseRecords of what goes by the name of a phase."""
        return phase_names.kept(self._database, phase)

    def rename_phase(self, seen, before, old, new):
        """Give a phase another name; decisions, declarations and snapshots go with it.

        before  fingerprint of the file from which the form was made
        Returns the Change, None if it has that name. Raises Invalid, Conflict and ConfigError.
        """
        state = self._unchanged(seen, before)
        section, current = _phase(state, old), _current(state)
        if section is None and current != old:
            raise _no_phase(old)
        if new == old:
            return None
        problem = self._cannot_be_called(state, new)
        if problem:
            raise Invalid({f"rename:{old}": problem})
        text = state.text
        try:
            if section is not None:
                text = changing.renamed(text, section, f"phase {new}")
            text = changing.changed(text, {"project": {"phase": new}} if current == old else {})
        except ConfigError as error:
            raise Invalid({f"rename:{old}": str(error)}) from None
        what = [[phase_names.PHASE, phase_names.NAME, old, new]]
        return self.settings.write(before, text.encode("utf-8"), seen.login, what)

    def _cannot_be_called(self, state, name):
        """Why a phase cannot get this name, or None."""
        if not name:
            return "Name the phase, for example “2 revised”."
        if _phase(state, name) is not None or name == _current(state):
            return f"There is a phase “{name}” already. Choose another name."
        if self.kept(name).any:
            # They would be one phase's from then on, and could not be told apart again.
            return (
                f"Decisions or snapshots of an earlier phase “{name}” are kept. Choose another "
                "name."
            )
        return _HIDDEN if form.hidden_character(name) else None

    def remove_phase(self, seen, before, name):
        """Take a phase out of the settings. Nothing that is kept by its name is deleted.

        Returns the Change. Raises Conflict, and ConfigError if it is open, or there is none.
        """
        state = self._unchanged(seen, before)
        section = _phase(state, name)
        if section is None:
            raise _no_phase(name)
        if name == _current(state):
            raise ConfigError(f"The phase “{name}” is open. Close it first. Nothing was changed.")
        new = changing.switched_off(state.text, section)
        return self._write(seen, state, new)

    # Rules of brat

    def set_rules(self, seen, before, close):
        """Write the rules that keep annotators from each other's documents in brat, or take them
        out.

        before  fingerprint of acl.conf
        Returns the Change, None if nothing is to be changed. Raises Conflict, and ConfigError where
        that is not possible.
        """
        data = self.rules.read()
        if close:
            self._require_text(data)
        _require_all_open(seen)
        new = acl.without_block(data)
        if close:
            rules = seen.in_brat().rules
            if not rules:
                raise ConfigError(
                    "brat’s access rules cannot separate these logins. Nothing was changed."
                )
            new = acl.with_block(data, rules)
        if new == data:
            return None
        if data is not None and fingerprint(data) == before:
            self._keep_copy(data)
        was = _EARLIER_RULES if acl.block_of(data) else _OPEN
        what = (was, _CLOSED) if close else (_CLOSED, _NO_RULES)
        return self.rules.write(before, new, seen.login, [["brat", "", *what]])

    def _require_text(self, data):
        try:
            (data or b"").decode("utf-8")
        except UnicodeDecodeError as error:
            raise ConfigError(
                f"{self.rules.path}: byte {error.start} is not UTF-8, and brat closes everything. "
                "Mend the file first. Nothing was changed."
            ) from None

    def _keep_copy(self, data):
        """Keep what was there, where brat cannot hand it out."""
        place = project_database_path(self._root, self._state_dir, self._data_dir)
        now = datetime.now(timezone.utc)
        path = place.with_name(f"{now:%Y-%m-%d-%H%M%S-%f}-{place.stem}-{acl.FILE_NAME}")
        with whole_file(path) as new, open(new, "wb") as file:
            file.write(data)


def _require_all_open(seen):
    """Raise ConfigError for a manager from whom brat's rules hide something: whoever writes the
    rules could open it.
    """
    if seen.permission.limited:
        raise ConfigError(
            f"brat's {acl.FILE_NAME} hides something in this project from you, so its rules are "
            "not yours to change. Ask a manager who sees everything."
        )


def _phase(state, name):
    return next(
        (section for section in state.written if section.split() == ["phase", *name.split()]), None
    )


def _no_phase(name):
    return ConfigError(f"There is no phase “{name}”. Nothing was changed.")


def _current(state):
    return state.written.get("project", {}).get("phase", "")


def shown(text):
    """The text of a file as a page shows it: without a byte order mark, with \n after each line."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
