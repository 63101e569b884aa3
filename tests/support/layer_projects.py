"""The published examples with layers of every kind, as copies that tests may change."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from checkout import PROJECTS
from small_projects import agreement

SETTINGS = {
    "ndt1": "[layer dependencies]\n[layer trees]\n[layer pos]\nkind = labels\n",
    "passonneau_fig1": "[layer coref]\nkind = chains\nrelations = Coref\n",
    "mirovsky_example": "[layer dependencies]\nlabels = dep\n[layer discourse]\nkind = relations\n",
}


def project(folder, name, settings=None):
    """A copy of a project with its layers in iaa.conf."""
    root = folder / name
    shutil.copytree(PROJECTS / name, root)
    (root / "iaa.conf").write_text(
        SETTINGS[name] if settings is None else settings, encoding="utf-8"
    )
    return root


@cache
def published(name):
    """The Agreement of such a copy, computed once for all tests: they only read it."""
    with tempfile.TemporaryDirectory() as folder:
        return agreement(project(Path(folder), name))
