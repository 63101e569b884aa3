"""The iaa.conf that init writes: the layers that it finds, and that it reads back."""

import pytest
from layer_projects import PROJECTS
from small_projects import put_raw

from brat_iaa import config
from brat_iaa.corpus.project import ProjectReader
from brat_iaa.proposals import proposals


def proposed(root):
    project = ProjectReader(root, config.Config()).read()
    found = proposals(project)
    return found, config.template(project.annotators, found)


def read(folder, text):
    (folder / "iaa.conf").write_text(text, encoding="utf-8")
    return config.load(folder)


@pytest.mark.parametrize(
    "name, layers",
    [
        ("ndt1", {"dependencies": "dependencies"}),
        ("ragheb_fig3", {"dependencies": "dependencies"}),
        ("passonneau_fig1", {"chains": "chains"}),
        ("mirovsky_example", {"dependencies": "dependencies", "relations": "relations"}),
    ],
)
def test_published_examples(tmp_path, name, layers):
    _, text = proposed(PROJECTS / name)
    assert {layer.name: layer.kind for layer in read(tmp_path, text).layers} == layers


def test_what_was_found_is_named_and_set(tmp_path):
    _, text = proposed(PROJECTS / "passonneau_fig1")
    assert "# Found: * lines, Coref (10).\n[layer chains]\n" in text
    assert read(tmp_path, text).layers[0].settings.relations == ("Coref",)
    _, text = proposed(PROJECTS / "mirovsky_example")
    assert read(tmp_path, text).layers[1].settings.types == (
        "concession", "condition", "conjunction", "opposition", "reason",
    )


def test_several_span_types_are_offered_beside_other_layers_and_taken_alone(tmp_path):
    found, text = proposed(PROJECTS / "ndt1")
    assert not found["labels"].active and "\n#[layer labels]\n" in text
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "one two\n", "T1\tA 0 3\tone\nT2\tB 4 7\ttwo\n")
    found, text = proposed(tmp_path)
    assert [layer.kind for layer in read(tmp_path, text).layers] == ["labels"]


def test_events_with_other_roles_are_offered_only(tmp_path):
    ann = "T1\tPerson 0 3\tone\nT2\tMeet 4 7\ttwo\nE1\tMeet:T2 Who:T1 Whom2:T1\n"
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "one two\n", ann)
    found, text = proposed(tmp_path)
    assert not found["relations"].active
    assert "\n#start = Who\n" in text and "\n#target = Whom\n" in text
    assert [layer.kind for layer in read(tmp_path, text).layers] == ["dependencies"]


def test_nothing_found_is_dependencies(tmp_path):
    for annotator in ("anna", "ben"):
        put_raw(tmp_path, annotator, "d", "one\n", "T1\tW 0 3\tone\n")
    _, text = proposed(tmp_path)
    assert read(tmp_path, text).layers == config.Config().layers
