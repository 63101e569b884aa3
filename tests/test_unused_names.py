"""A misspelt type in the settings of a layer would compare nothing, and look like agreement."""

import pytest
from layer_projects import project
from small_projects import agreement

from brat_iaa.errors import ConfigError

LABELS = "[layer dependencies]\n[layer pos]\nkind = labels\n"
CHAINS = "[layer coref]\nkind = chains\n"
RELATIONS = "[layer discourse]\nkind = relations\n"
PHRASES = "[layer phrases]\nkind = trees\nnodes = spans\n"


@pytest.mark.parametrize(
    "name, settings, line, said",
    [
        ("ndt1", LABELS, "types = vreb", r"\[layer pos\] types = vreb: no annotator has used it. Did you mean “verb”"),
        ("ndt1", PHRASES, "types = vreb", r"\[layer phrases\] types = vreb: no annotator"),
        ("passonneau_fig1", CHAINS, "relations = Corefs", r"\[layer coref\] relations = Corefs: .*Did you mean “Coref”"),
        ("passonneau_fig1", CHAINS, "types = Nowhere", r"\[layer coref\] types = Nowhere: no annotator"),
        ("mirovsky_example", RELATIONS, "types = Nowhere", r"\[layer discourse\] types = Nowhere: no annotator"),
    ],
)
def test_types_that_nobody_used_are_an_error_that_names_the_layer(tmp_path, name, settings, line, said):
    with pytest.raises(ConfigError, match=said):
        agreement(project(tmp_path, name, settings + line + "\n"), resamples=0)


def test_a_type_among_others_that_nobody_used_is_a_problem(tmp_path):
    found = agreement(project(tmp_path, "passonneau_fig1", CHAINS + "relations = Coref, Koref\n"), resamples=0)
    said = [problem.message for problem in found.problems if problem.code == "unused-name"]
    assert len(said) == 1 and said[0].startswith("[layer coref] relations = Koref: no annotator has used it.")


def test_types_of_phrases_do_not_matter_to_dependency_trees(tmp_path):
    settings = PHRASES.replace("spans", "arcs") + "types = Nowhere\n"
    assert not [
        problem
        for problem in agreement(project(tmp_path, "ndt1", settings), resamples=0).problems
        if problem.code == "unused-name"
    ]
