"""The published examples with layers of every kind, as copies that tests may change."""

import shutil

from checkout import PROJECTS

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
