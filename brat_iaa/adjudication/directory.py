"""Where a draft may be written, what comes along into it, and the settings that name it."""

import os
from pathlib import Path

from brat_iaa.config import FILE_NAME, directory_name
from brat_iaa.config.changing import changed, differences, written
from brat_iaa.corpus.files import leads_astray
from brat_iaa.errors import ConfigError
from brat_iaa.store.changes import ChangedFile, fingerprint

# brat takes each of them from the nearest directory above a document.
SETTINGS = ("annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf")
# Who may read; that of an annotator's directory is about this annotator's files only.
ACCESS = "acl.conf"


def check_target(out, root, annotators, references, layout) -> Path:
    """The absolute path of the new directory.

    out         path
    root        the project's directory
    annotators  names
    references  names of gold, anchors and reviews
    layout      FileLayout of the project

    Raises ConfigError if nothing may be written there, or a project cannot use the name.
    """
    choose = "Choose a directory that is new or empty."
    out, root = Path(out), Path(root).resolve()
    directory_name(Path(os.path.abspath(out)).name)
    if out.is_symlink():
        raise ConfigError(f"{out} is a symbolic link. {choose}")
    try:
        out = out.resolve()
        if out.exists() and (not out.is_dir() or any(out.iterdir())):
            what = "is not empty" if out.is_dir() else "is a file"
            raise ConfigError(f"{out} {what}: a draft never replaces anything. {choose}")
        if not out.parent.is_dir():
            raise ConfigError(
                f"{out.parent} is no directory, so {out.name} cannot be made in it. Make it first."
            )
    except OSError as error:
        raise ConfigError(f"{out}: {error.strerror or error}. {choose}") from None
    for above in [root, *(root.glob("*/" * layout.depth) if layout.depth else ())]:
        for name in (*annotators, *references):
            taken = (above / name).resolve()
            # The gold's directory may exist already, as long as it is empty.
            if taken in out.parents or (taken == out and name in annotators):
                owner = "the annotator" if name in annotators else "the reference"
                raise ConfigError(
                    f"{out} lies in the directory of {owner} {name}: no draft is written there. "
                    f"{choose}"
                )
    if root in out.parents and (layout.depth != 0 or out.parent != root):
        where = f"directly in {root}, or " if layout.depth == 0 else ""
        raise ConfigError(
            f"{out} lies in the project, whose files lie as {layout}: it would be taken for an "
            f"annotator's. Choose a directory {where}outside the project."
        )
    return out


def copy_settings(root, annotators, target, within=None) -> tuple:
    """Copy brat's settings of a project into the draft: names of the copied files.

    Settings in an annotator's directory come first, as in brat. Links are followed as
    files.leads_astray says of `within`.
    """
    copied = []
    for name in (*SETTINGS, ACCESS):
        own = [root / annotator for annotator in annotators] if name != ACCESS else []
        paths = (folder / name for folder in (*own, root, *root.parents))
        path = next((p for p in paths if p.is_file() and not leads_astray(p, within)), None)
        if path is not None:
            (target / name).write_bytes(path.read_bytes())
            copied.append(name)
    return tuple(copied)


def change_settings(root, within, database, by, project, was):
    """Write settings of [project] into iaa.conf. All else in it stays; Manage can undo it.

    root, within  the project's directory; directory outside of which nothing is written
    database      Database of the project, where the change is kept
    by            login
    project       {key: text, or None to delete the setting}
    was           {key: text, or None} of settings that still have to be so
    Raises ConfigError or Conflict if the file cannot be read, written, was changed meanwhile, or
    would not be valid; then it is as it was.
    """
    file = ChangedFile(root / FILE_NAME, within, database)
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
    if new != text:
        file.write(fingerprint(data), new.encode(), by, differences(text, new))
