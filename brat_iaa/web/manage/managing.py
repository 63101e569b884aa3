"""What a manager changes in iaa.conf: checked, then written.

Each change is made from the file with the fingerprint that the form shows; see store.changes.
"""

import os
import re
from typing import NamedTuple

from brat_iaa import config
from brat_iaa.config import changing, template
from brat_iaa.config.changing import WrongLine
from brat_iaa.corpus import drafts
from brat_iaa.errors import ConfigError, ProjectError
from brat_iaa.store.changes import ChangedFile, Conflict, fingerprint
from brat_iaa.web.manage import form

# What a change leads from and to, where it is no value of a setting; kept in English.
_OTHER_COMMENTS = "comments and order as they were", "others"
_HIDDEN = "A character in it cannot be seen. Type it again."
_LEFT_OUT = "[access] managers: leaves you out, and you could not come back here. Name yourself."
# Where a message begins with a line of the file.
_LINE = re.compile(rf"{re.escape(config.FILE_NAME)}, line \d+: ")


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

    Whoever does something is given as viewers.viewer.Viewer, `seen`.

    root       the project's directory
    data_dir   brat's data directory
    database   Database of the project
    managers   brat logins that manage every project
    """

    def __init__(self, root, data_dir, database, managers):
        self._root, self._managers = root, managers
        self.settings = ChangedFile(os.path.join(root, config.FILE_NAME), data_dir, database)

    def state(self, seen):
        """The State. Raises ConfigError if the file cannot be read."""
        data = self.settings.read()
        if data is None:
            return State("", self._first(seen), False)
        return State(fingerprint(data), self._decoded(data), True)

    def _first(self, seen):
        """The text of a new iaa.conf, as brat-agreement init writes it."""
        try:
            return template.template(seen.survey().proposals, seen.config().found)
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
        Raises Conflict, and ConfigError for values that cannot be used and where it cannot be
        written.
        """
        if not changes:
            return None
        state = self._unchanged(seen, before)
        for section, values in changes.items():
            for key, value in values.items():
                if form.hidden_character(f"{section}{key}{value}"):
                    raise ConfigError(f"[{section}] {key}. {_HIDDEN}")
        try:
            new = changing.changed(state.text, changes)
        except ConfigError as error:
            message = str(error).removeprefix(f"{config.FILE_NAME}: ")
            raise ConfigError(_LINE.sub("", message, count=1)) from None
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
        """Iterator of ConfigError: why a text that can be read is not written.

        The manager would be left out; or a directory becomes the draft that was not made as one:
        decisions are written into it.
        """
        now = config.parse(shown(text), config.FILE_NAME)
        if seen.login not in (*now.access.managers, *self._managers):
            yield ConfigError(_LEFT_OUT)
        directory = os.path.join(self._root, now.draft or "")
        named_before = now.draft == changing.written(before).get("project", {}).get("draft")
        if now.draft and not named_before and os.path.lexists(directory):
            if not drafts.is_draft(directory):
                yield ConfigError(drafts.unmarked(now.draft))

    def undo(self, seen, number, before):
        """Write what was there before the last change. Returns the Change that did so.

        Raises Conflict if it is not the last, or the file was changed since.
        """
        last = self.settings.last()
        if last is None or last.id != number:
            raise ConfigError("This is not the last change any more. Nothing was taken back.")
        text = "" if last.before is None else self._decoded(last.before)
        for complaint in self._complaints(seen, text, text):
            raise complaint
        return self.settings.undo(last, seen.login, before)


def shown(text):
    """The text of a file as a page shows it: without a byte order mark, with \n after each line."""
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
