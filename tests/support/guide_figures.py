"""All figures that brat-agreement has, from the projects that it is shipped with."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from checkout import DEMO, PROJECTS
from studied import report_of

from brat_iaa.study import Study

# Of the large projects two documents: the others have no further figures.
_OTHERS = shutil.ignore_patterns("doc0[!12].*")


def with_references(root):
    """A gold, tools, stages and judges beside the annotators of ndt1."""
    for name in ("gold", "tool", "again"):
        shutil.copytree(root / "odin", root / name)
    for name in ("tool_gold", "again2", "other_tool", "other_gold"):
        shutil.copytree(root / "thor", root / name)
    (root / "judges.csv").write_text(
        "document,start,end,judge,about,ranking\ndoc01,14,17,one,head,gold\n", "utf-8"
    )


REFERENCES = (
    "[project]\ngold = gold\nexcluded = tool, other_tool, tool_gold, other_gold, again, again2\n"
)
ANCHORING = {
    "anchors": "tool, other_tool", "gold_of": "tool_gold: tool, other_gold: other_tool",
    "started_from": "odin: tool, thor: tool", "scratch": "odin, thor",
    "reviewed": "again, again2", "judges": "judges.csv",
}  # fmt: skip
PROJECTS_SHOWN = [
    (DEMO, None),
    (PROJECTS / "ndt1", None),
    (PROJECTS / "ndt1", "[layer dependencies]\n[layer trees]\n[layer pos]\nkind = labels\n"),
    (PROJECTS / "ndt1", "[layer pos]\nkind = labels\nset = yes\n"),
    (PROJECTS / "ndt1", "[layer dependencies]\ncoarse = _\n[layer pos]\nkind = labels\ncoarse = _\n"),
    (PROJECTS / "ndt1", "[layer dependencies]\n[layer trees]\n[layer pos]\nkind = labels\n"
     "order = 1, 2, 3\n[layer n]\nkind = labels\norder = adj, subst\nweights = linear\n"
     "[layer q]\nkind = labels\norder = adj, subst\nweights = quadratic\n"),
    (PROJECTS / "ndt1", "[layer words]\nkind = labels\ntypes = subst, adj\n"),
    (PROJECTS / "ndt1", "[layer trees]\nnodes = spans\n"),
    (PROJECTS / "ndt1", REFERENCES),
    (PROJECTS / "ndt1", REFERENCES + "[layer dependencies]\n[layer trees]\n[layer events]\n"
     "[layer pos]\nkind = labels\nset = yes\n[layer chains]\n[layer entity-relations]\n"),
    (PROJECTS / "ndt3", None),
    (PROJECTS / "ragheb_fig3", None),
    (PROJECTS / "passonneau_fig1", None),
    (PROJECTS / "mirovsky_example", None),
    (PROJECTS / "mirovsky_example", "[layer entity-relations]\n[layer events]\n"),
]  # fmt: skip


def anchoring_names():
    """Names of the measures and statistics of the study of anchoring."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(PROJECTS / "ndt1", root, ignore=_OTHERS)
        (root / "iaa.conf").write_text(REFERENCES, "utf-8")
        with_references(root)
        rows = report_of("anchoring", root, **ANCHORING).rows.dicts()
        return {name for row in rows for name in (row["measure"], row["statistic"])}


@cache
def keys_of(number):
    """{(kind of layer, measure, statistic)} of all scores of one of PROJECTS_SHOWN."""
    source, settings = PROJECTS_SHOWN[number]
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder) / "project"
        shutil.copytree(source, root, ignore=_OTHERS)
        if settings is not None:
            (root / "iaa.conf").write_text(settings, "utf-8")
        if settings and settings.startswith(REFERENCES):
            with_references(root)
        return _keys(root)


def _keys(root):
    agreement = Study(root).agreement()
    kinds = {layer.name: layer.kind for layer in agreement.layers}
    kinds |= {f"gold/{name}": kind for name, kind in kinds.items()}
    kinds["gold/types"] = kinds["gold/spans"] = "labels"
    return {
        (kinds.get(score.layer, score.layer), score.measure, score.statistic)
        for score in agreement.scores
    }
