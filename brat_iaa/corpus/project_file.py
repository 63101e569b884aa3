"""A text file below the project that a setting names."""

from pathlib import Path

from brat_iaa.corpus.files import read_stable, why_unreadable


def read_project_file(root, file: str, setting: str) -> tuple:
    """(its text without a byte order mark, None), or (None, why it cannot be read).

    file     its path below root
    setting  name of the setting
    """
    root = Path(root)
    try:
        path, inside = (root / file).resolve(), root.resolve()
    except (OSError, RuntimeError, ValueError):
        return None, f"The path cannot be followed. Correct the setting {setting} in iaa.conf."
    if inside not in path.parents:
        return None, "The file is outside of the project. Put a copy into it."
    data = read_stable([path])[path]
    if data is None:
        return None, (
            f"The file cannot be read: {why_unreadable(path)}. The setting {setting} names it."
        )
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        return None, f"Byte {error.start + 1} is not UTF-8. Save the table as UTF-8 text."
