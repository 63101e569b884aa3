"""The setting coarse: what may be written, and what labels become."""

import pytest

from brat_iaa.config import coarse_labels, load
from brat_iaa.errors import ConfigError
from brat_iaa.kinds.coarse import coarse_setting


@pytest.mark.parametrize(
    ("setting", "label", "coarse"),
    [
        (":", "nsubj:pass", "nsubj"), (":", "obl:tmod:x", "obl"), (":", "nsubj", "nsubj"), (":", ":x", ":x"),
        (":", "", ""), ("core = SUBJ, OBJ; mod = JCT", "OBJ", "core"), ("core = SUBJ, OBJ; mod = JCT", "JCT", "mod"),
        ("core = SUBJ, OBJ; mod = JCT", "DET", "DET"), ("core = SUBJ, OBJ; mod = JCT", "core", "core"),
    ],
)  # fmt: skip
def test_what_labels_become(setting, label, coarse):
    assert coarse_labels(coarse_setting(setting))(label) == coarse


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("::", "neither a character nor a group"), ("x", "neither a character nor a group"),
        ("core = ", "“core =” is no group"), ("= SUBJ", "“= SUBJ” is no group"),
        ("core = SUBJ; mod", "“mod” is no group"), ("core = SUBJ; core = OBJ", "“core” stands twice"),
        ("core = SUBJ; mod = SUBJ", "“SUBJ” is in core and in mod"),
        ("core = SUBJ, SUBJ", "“SUBJ” stands twice in core"), ("core = SUBJ OBJ", "“SUBJ OBJ” contains a blank"),
    ],
)  # fmt: skip
def test_what_is_no_setting_is_refused_with_the_line(tmp_path, text, reason):
    (tmp_path / "iaa.conf").write_text(f"[layer dependencies]\ncoarse = {text}\n", "utf-8")
    with pytest.raises(ConfigError, match=reason) as refused:
        load(tmp_path)
    assert "line 2" in str(refused.value)
