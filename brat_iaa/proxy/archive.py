"""An archive of a collection without what is closed to whoever asks for it."""

import os
import tarfile
import tempfile

from brat_iaa.proxy.answers import from_file

_IN_MEMORY = 2**20
# brat's settings files, which go into an archive if one asks for them; what never does.
_CONFIGURATION = ("annotation.conf", "visual.conf", "tools.conf", "kb_shortcuts.conf")
_NEVER = ("acl.conf", "iaa.conf", ".stats_cache")


def of(directory, closed, fields):
    """Return the answer with the archive, as brat makes it.

    directory  of the collection, with a slash at the end
    closed     paths that are left out with all below them
    fields     {name: value} of the request
    """
    left_out = _NEVER if fields.get("include_conf") == "1" else (*_NEVER, *_CONFIGURATION)
    folder = os.path.dirname(directory)
    name, closed = os.path.basename(folder), {os.path.normpath(path) for path in closed}

    def chosen(entry):
        path, base = os.path.join(os.path.dirname(folder), entry.name), os.path.basename(entry.name)
        hidden = base in left_out or (base.startswith(".") and base.endswith(".saving"))
        return None if hidden or path in closed else entry

    file = tempfile.SpooledTemporaryFile(_IN_MEMORY)
    with tarfile.open(fileobj=file, mode="w:gz") as archive:
        if folder not in closed:
            archive.add(folder, name, filter=chosen)
    file.seek(0)
    headers = [
        ("Content-Type", "application/octet-stream"),
        ("Content-Disposition", f"inline; filename={name}.tar.gz".encode().decode("latin-1")),
    ]
    return from_file(file, 200, headers)
