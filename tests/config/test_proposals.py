"""What is compared without settings, and the iaa.conf that init writes: they are the same."""

import pytest
from small_projects import agreement, put_raw

from brat_iaa import config
from brat_iaa.config import template
from brat_iaa.config.proposals import survey
from brat_iaa.corpus.project_reader import ProjectReader


def found_in(root):
    return survey(ProjectReader(root, config.Config()).read())


def layers_of(found):
    return {layer.name: layer.kind for layer in found.layers}


def written(found, folder):
    """The Config of the iaa.conf that init writes, and its text."""
    text = template.template(found.proposals)
    folder.mkdir(exist_ok=True)
    (folder / "iaa.conf").write_text(text, encoding="utf-8")
    return config.load(folder), text


def project(root, *contents, text="one two three\n"):
    for name, content in zip(("anna", "ben", "carla"), contents):
        put_raw(root, name, "d", text, content)
    return root


TOKENS = "T1\tA 0 3\tone\nT2\tB 4 7\ttwo\nT3\tA 8 13\tthree\n"


def test_spans_that_annotators_drew_are_compared_and_never_called_tokens(tmp_path):
    text = "The pizza at Luigi's was good , the wine was not .\n"
    food = "T1\tFood 4 9\tpizza\nT2\tRestaurant 13 20\tLuigi's\nR1\trefers_to Arg1:T1 Arg2:T2\n"
    found = found_in(project(tmp_path, food, food + "T3\tFood 36 40\twine\n", text=text))
    assert not found.tokens and "dependencies" not in layers_of(found).values()
    assert layers_of(found)["spans"] == "labels"


@pytest.mark.parametrize(
    "anna, ben, layers",
    [
        (TOKENS, TOKENS, {"spans": "labels"}),  # several types
        ("T1\tA 0 3\tone\n", "T1\tA 0 7\tone two\n", {"spans": "labels"}),  # other offsets
        ("T1\tA 0 3\tone\n", "T1\tA 0 3\tone\n", {"spans": "labels"}),  # nothing else
    ],
)
def test_spans_are_compared_if_there_is_a_choice_or_nothing_else(tmp_path, anna, ben, layers):
    assert layers_of(found_in(project(tmp_path, anna, ben))) == layers


ATTRIBUTE = "A1\tPolarity T1 POS\n"


@pytest.mark.parametrize(
    "further, active",
    [
        (ATTRIBUTE, True),  # set on one of two
        (ATTRIBUTE + "A2\tPolarity T2 NEG\n", True),  # two values
        (ATTRIBUTE + "A2\tPolarity T2 POS\n", False),
        ("A1\tSure T1\nA2\tSure T2\n", False),
        ("N1\tReference T1 WordNet:1\tone\nN2\tReference T2 WordNet:2\ttwo\n", True),
        ("#1\tLemma T1\tone\n#2\tLemma T2\ttwo\n", True),
    ],
)
def test_an_attribute_note_or_normalization_is_a_layer_if_it_carries_a_choice(
    tmp_path, further, active
):
    spans = "T1\tFood 0 3\tone\nT2\tFood 4 7\ttwo\nT3\tPlace 8 13\tthree\n"
    found = found_in(project(tmp_path, spans + further, spans + further))
    (proposal,) = [one for one in found.proposals if one.layer.name != "spans"]
    assert proposal.active == active and proposal.layer.settings.types == ("Food",)
    assert written(found, tmp_path)[0].layers == found.layers


def test_without_settings_the_same_is_compared_as_with_those_of_init(tmp_path):
    spans = TOKENS + ATTRIBUTE
    root = project(tmp_path, spans, TOKENS.replace("B 4", "A 4"), spans)
    without = agreement(root)
    settings, _ = written(found_in(root), tmp_path)
    assert settings.layers == without.layers
    assert [(s.measure, s.statistic, s.value) for s in agreement(root).scores] == [
        (s.measure, s.statistic, s.value) for s in without.scores
    ]


ENTITIES = "T1\tFood 4 9\tpizza\nT2\tPlace 13 20\tLuigi's\nR1\tnear Arg1:T1 Arg2:T2\n"
MEAL = "The pizza at Luigi's was good , the wine was not .\n"


@pytest.mark.parametrize("where, symmetric", [(".", True), ("anna", True), ("..", False)])
def test_symmetric_relations_are_taken_from_the_projects_annotation_conf(
    where, symmetric, tmp_path
):
    """What lies above the project is in no snapshot of it, so it has no say in figures."""
    root = tmp_path / "project"
    project(root, ENTITIES, ENTITIES, text=MEAL)
    (root / where / "annotation.conf").write_text(
        "[relations]\nnear\tArg1:<ANY>, Arg2:<ANY>, <REL-TYPE>:symmetric\n"
    )
    found = found_in(root)
    assert layers_of(found) == {"spans": "labels", "relations": "entity-relations"}
    assert found.layers[1].settings.symmetric == (("near",) if symmetric else None)
    assert written(found, root)[0].layers == found.layers


@pytest.mark.parametrize("second, numbers", [("Theme2", "drop"), ("ARG0", "keep")])
def test_events_are_a_layer_and_their_roles_may_be_numbered(second, numbers, tmp_path):
    ann = ENTITIES + f"T3\tOpinion 25 29\tgood\nE1\tOpinion:T3 Theme:T1 {second}:T2\n"
    found = found_in(project(tmp_path, ann, ann, text=MEAL))
    assert layers_of(found)["events"] == "events"
    assert found.layers[-1].settings.numbers == numbers
    assert written(found, tmp_path)[0].layers == found.layers


WORDS = [f"w{number:02}" for number in range(60)]
SECOND, TWO_OF_THREE = range(0, 60, 2), [place for place in range(60) if place % 3]
LINES = "".join(" ".join(WORDS[first : first + 10]) + "\n" for first in range(0, 60, 10))


def spans_and_heads(places=range(60), moved=(), heads=1.0):
    """Spans on words of LINES, and relations from some of them to the next.

    places  numbers of the words
    moved   numbers of the spans that go over one character less
    heads   share of the spans with a head
    """
    lines = []
    for number, word in enumerate(places, 1):
        start = word * 4
        end = start + 3 - (number in moved)
        lines.append(f"T{number}\tX {start} {end}\t{LINES[start:end]}\n")
    for number in range(1, int(heads * len(places))):
        lines.append(f"R{number}\tr Arg1:T{number + 1} Arg2:T{number}\n")
    return "".join(lines)


@pytest.mark.parametrize(
    "anna, ben, tokens",
    [
        ({}, {}, True),
        ({}, {"moved": (3, 30)}, True),  # a slip
        ({}, {"moved": range(4, 60, 7)}, False),  # dense, with heads, but drawn
        ({"heads": 0.6}, {"heads": 0.6, "moved": range(4, 60, 7)}, False),
        ({"places": SECOND}, {"places": SECOND}, True),  # words that count, each with a head
        ({"places": SECOND, "heads": 0.3}, {"places": SECOND, "heads": 0.3}, False),
        ({"places": SECOND}, {"places": SECOND, "moved": (5,)}, False),
        # two of three words, with heads: in a treebank every word has a span
        ({"places": TWO_OF_THREE}, {"places": TWO_OF_THREE, "moved": (3,)}, False),
        ({}, {"places": SECOND}, True),  # one has done half of it
    ],
)
def test_spans_are_tokens_where_annotators_have_the_same(tmp_path, anna, ben, tokens):
    made = project(tmp_path, *(spans_and_heads(**own) for own in (anna, ben)), text=LINES)
    assert found_in(made).tokens == tokens


def test_a_setting_overrules_what_was_guessed_and_the_guess_names_its_figures(tmp_path):
    own = spans_and_heads(), spans_and_heads(moved=range(1, 61, 6))
    root = project(tmp_path, *own, text=LINES)
    guessed = agreement(root)
    assert [layer.kind for layer in guessed.layers] == ["labels", "entity-relations"]
    assert guessed.survey.guessed == (
        "Spans taken for drawn by annotators, no tokens: those of one word are 83% alike in "
        "two annotators, cover 97% of their lines, and have 0.98 relations each. If that is "
        "wrong: --tokens"
    )
    forced = agreement(root, units="tokens")
    assert [layer.kind for layer in forced.layers] == ["dependencies"]
    assert forced.survey.guessed == ""
    (root / "iaa.conf").write_text("[project]\nunits = tokens\n", "utf-8")
    assert agreement(root).layers == forced.layers
    assert agreement(root, units="spans").layers == guessed.layers
