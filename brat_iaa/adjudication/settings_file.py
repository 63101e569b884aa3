"""Settings that go with a gold, written into iaa.conf as the page Manage does."""

from brat_iaa.config import FILE_NAME
from brat_iaa.config.changing import changed, written
from brat_iaa.errors import ConfigError
from brat_iaa.store.changes import ChangedFile, Conflict, fingerprint

# Times that somebody else may have been faster.
_TRIES = 5


def change_settings(root, within, database, by, project, was):
    """Write settings of [project] into iaa.conf. All else in it stays; Manage can undo it.

    root, within  the project's directory; directory outside of which nothing is written
    database      Database of the project, where the change is kept
    by            login
    project       {key: text, or None to delete the setting}
    was           {key: text, or None} of settings that still have to be so
    Raises ConfigError if the file cannot be read, written, or would not be valid; then it is as it
    was.
    """
    file = ChangedFile(root / FILE_NAME, within, database)
    for _ in range(_TRIES):
        data = file.read()
        try:
            text = (data or b"").decode("utf-8")
        except UnicodeDecodeError as error:
            raise ConfigError(f"{file.path}: byte {error.start} is not UTF-8.") from None
        before = written(text).get("project", {})
        for key, value in was.items():
            if (before.get(key) or None) != value:
                raise ConfigError(
                    f"{file.path}: somebody else has changed “{key}” meanwhile: it is "
                    f"{before.get(key) or 'not set'} now. Nothing was kept. Load the page again."
                )
        new = changed(text, {"project": project}, file.path)
        if new == text:
            return
        what = [
            ["project", key, before.get(key), value]
            for key, value in project.items()
            if value != before.get(key)
        ]
        try:
            file.write(fingerprint(data), new.encode(), by, what)
        except Conflict:
            continue
        return
    raise ConfigError(f"{file.path}: others keep changing it. Try again in a moment.")
