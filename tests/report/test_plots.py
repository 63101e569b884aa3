"""The pictures of a project say its figures, for every kind of layer."""

from xml.etree import ElementTree

import pytest
from cases import each
from every_record import write
from small_projects import agreement

from brat_iaa.errors import ConfigError
from brat_iaa.formats.cells import figure
from brat_iaa.formats.picture import Dot, titled, to_svg
from brat_iaa.kinds import KINDS
from brat_iaa.report.plots import PLOTS, plot


@pytest.fixture(scope="module", params=KINDS)
def project(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("plots")
    write(root, f"[layer it]\nkind = {request.param}\n")
    return agreement(root)


@each("what", PLOTS)
def test_each_picture_says_the_figures(project, what):
    layer = next(own for own in project.score_indexes if own.name == "it")
    try:
        drawn = plot(project, what, "it")
    except ConfigError as error:
        # Trees and discourse relations have no labels.
        assert what == "labels" and "Others: layers" in str(error)
        return
    root = ElementTree.fromstring(to_svg(titled(drawn), paper=True))
    assert root.find("{*}desc").text == drawn.sentence
    leading = layer.main[0]
    if what == "layers":
        assert f": {figure(layer.overall[leading].value)}" in drawn.sentence
    elif what == "documents":
        assert drawn.sentence.count(";") == len(layer.documents) - 1
    elif what == "annotators":
        dots = [mark for mark in drawn.marks if isinstance(mark, Dot) and mark.radius > 3]
        assert len(dots) == 3
        values = [
            own[leading].value
            for pair, own in layer.pairs.items()
            if "anna" in pair and leading in own
        ]
        assert f"anna: {figure(sum(values) / 2)}" in drawn.sentence
