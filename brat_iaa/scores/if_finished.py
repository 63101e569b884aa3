"""Leading figures as they would be if empty files were documents in which nothing was found."""

from brat_iaa.kinds import KINDS, compares_syntax, leading_first
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.data import ComparedData
from brat_iaa.scores.score_table import NOTHING

_AGAINST_REFERENCE = "recall", "precision"


def leading_of(layers):
    """The Layer of whose leading figure it is said; None where no empty file can change it, as
    files without tokens lack the items.
    """
    layer = next(iter(leading_first(layers)), None)
    return None if layer is None or layer.own_texts or compares_syntax([layer]) else layer


def scores_if_finished(sides, layer, names, config, now, shown, progress):
    """List of Score: the leading figures that would be others.

    sides      ComparedSides.with_empty()
    layer      Layer
    names      of those that are compared, in order; a reference before who is compared with it
    config     Config
    now        ScoredLayers of the figures as they are
    shown      the Layer as its scores name it, another one beside a gold
    progress   function of (text, done, total)
    """
    tables = sides.tables.values()
    names = tuple(name for name in names if any(name in table.annotators for table in tables))
    if len(names) < 2:
        return []
    data = ComparedData({name: document.data for name, document in sides.documents.items()})
    builder = ScoreBuilder(config._replace(empty="nothing"), shown, data=data)
    reference, kind = shown.name != layer.name, KINDS[layer.kind]
    against = [
        (measure.replace("f1", share), "exact")
        for measure in kind.elements[:1] if reference
        for share in _AGAINST_REFERENCE
    ]  # fmt: skip
    leading = [words.key for words in kind.answer[0]]
    asked = NOTHING._replace(project=(*against, *leading))
    scored = sides.scored(layer, names, builder, progress, reference=reference)
    after, before = (
        {
            (score.measure, score.statistic): score
            for each in layers
            for score in (each.scores(asked) if each.name == shown.name else ())
            if score.whole and score.annotators == names
        }
        for layers in ([scored], now)
    )
    keys = [*against, *[key for key in leading if key in after][:1]]
    return [
        after[key]
        for key in keys
        if key in after and (key not in before or after[key].value != before[key].value)
    ]
