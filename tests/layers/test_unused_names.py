"""A misspelt type in the settings of a layer would compare nothing, and look like agreement."""

import pytest
from checkout import DEMO
from layer_projects import project
from small_projects import agreement

import brat_iaa as iaa
from brat_iaa.cli import main
from brat_iaa.errors import BratIaaError
from brat_iaa.formats.text import to_text
from brat_iaa.report.tables import summary, tables

LABELS = "[layer dependencies]\n[layer pos]\nkind = labels\n"
CHAINS = "[layer coref]\nkind = chains\n"
RELATIONS = "[layer discourse]\nkind = relations\n"
PHRASES = "[layer phrases]\nkind = trees\nnodes = spans\n"


@pytest.mark.parametrize(
    "name, settings, line, layer, said",
    [
        ("ndt1", LABELS, "types = vreb", "pos", "Did you mean “verb”?"),
        ("ndt1", PHRASES, "types = vreb", "phrases", "Did you mean “verb”?"),
        ("passonneau_fig1", CHAINS, "types = Nowhere", "coref", ""),
        ("mirovsky_example", RELATIONS, "types = Nowhere", "discourse", ""),
    ],
)
def test_types_that_nobody_used_cost_a_problem_and_the_layer(
    tmp_path, name, settings, line, layer, said
):
    """The other layer is reported as if this one were not there."""
    other = "[layer other]\nkind = labels\n"
    found = agreement(project(tmp_path, name, f"{other}{settings}{line}\n"))
    (problem,) = [problem for problem in found.problems if problem.code == "unused-name"]
    assert found.problems[0] == problem and problem.file == "iaa.conf"
    assert problem.message.startswith(f"[layer {layer}] {line}: no annotator has used it.")
    assert said in problem.message
    own = [score for score in found.scores if score.layer == layer]
    wanted = f"nobody has drawn {line.partition(' = ')[2]} yet"
    assert {(score.value, score.interval) for score in own} == {(None, None)}
    assert {score.undefined for score in own} == {wanted}
    alone = agreement(project(tmp_path / "alone", name, other))
    rest = [score for score in found.scores if score.layer == "other"]
    assert rest and rest == list(alone.scores)
    assert wanted in " ".join(to_text(summary(found), tables(found)).split())


@pytest.mark.parametrize(
    "layer, line",
    [
        ("pos", "order = low, high"), ("dependencies", "coarse = open = Noun, Verb"),
    ],
)  # fmt: skip
def test_settings_that_name_no_label_in_use_are_told(tmp_path, layer, line):
    """One label in use is enough: others may be rare."""
    kind = "kind = labels\n" if layer == "pos" else ""
    conf = f"[layer {layer}]\n{kind}{line}\n"
    root = project(tmp_path, "ndt1", conf)
    (problem,) = [one for one in agreement(root).problems if one.code == "unused-name"]
    key = line.partition(" ")[0]
    assert problem.message.startswith(f"[layer {layer}] {key}: no annotator has used any")
    used = "verb" if layer == "pos" else "SUBJ"
    conf = conf.replace("Noun, Verb", f"{used}, Verb").replace("low, high", f"low, {used}")
    (root / "iaa.conf").write_text(conf, "utf-8")
    assert not [one for one in agreement(root).problems if one.code == "unused-name"]


@pytest.mark.parametrize(
    "options, words",
    [
        (["--gold", "nobody"], ["--gold", "no directory nobody", "Directories: anna, ben, carla"]),
        (["--annotators", "anna,bne"], ["--annotators", "no directory bne", "mean “ben”"]),
        (["--labels", "SUBBJ"], ["--labels SUBBJ", "Did you mean “SUBJ”?"]),
        (["--labels", "SUBJ,OBBJ"], ["--labels OBBJ", "Did you mean “OBJ”?"]),
        (["--token-types", "NOON"], ["--token-types NOON", "Did you mean “NOUN”?"]),
        (["--punctuation", "out", "--punctuation-types", "PUNC"], ["--punctuation-types", "PUNCT"]),
        (["--documents", "my_*,first"], ["--documents", "called first", "Documents: my_city"]),
    ],
    ids=lambda given: " ".join(given),
)  # fmt: skip
def test_what_is_typed_and_is_not_there_stops_with_the_nearest_name(options, words, capsys):
    """In iaa.conf it is a problem that the report names: annotators may still come to use it."""
    assert main(["report", str(DEMO), *options]) == 2
    said = " ".join(capsys.readouterr().err.split())
    for word in words:
        assert word in said
    if options[0] == "--gold":
        assert main(["disagreements", str(DEMO), *options]) == 2
    key = options[-2][2:].replace("-", "_")
    with pytest.raises(BratIaaError, match=f"^--{options[-2][2:]}"):
        iaa.read(DEMO, **{key: options[-1]})


def test_figures_that_nothing_has_are_told_of_the_settings(tmp_path):
    """Heads of spans without dependencies, and levels without types below others."""
    conf = "[project]\nalso = head, levels, blanks\n[layer spans]\nkind = labels\n"
    found = agreement(project(tmp_path, "ndt1", conf))
    told = [
        (one.file, one.line, one.message.split(". ")[0])
        for one in found.problems
        if one.code == "unused-setting"
    ]
    assert told == [
        ("iaa.conf", None, f"also = {name} has no effect") for name in ("head", "levels")
    ]
