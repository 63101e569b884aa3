"""Leading figures as they would be if empty files were documents in which nothing was found."""

from brat_iaa.kinds import KINDS, compares_syntax, leading_first
from brat_iaa.scores.builder import ScoreBuilder
from brat_iaa.scores.data import ComparedData

_AGAINST_REFERENCE = "recall", "precision"


def leading_of(layers):
    """The Layer of whose leading figure it is said; None where no empty file can change it, as
    files without tokens lack the items.
    """
    layer = next(iter(leading_first(layers)), None)
    return None if layer is None or layer.own_texts or compares_syntax([layer]) else layer


def scores_if_finished(sides, layer, documents, names, config, now, shown, progress):
    """List of Score: the leading figures that would be others.

    sides      ComparedSides
    layer      Layer
    documents  their ParallelDocuments
    names      of the sides, in order; of a reference and who is compared with it, reference first
    config     Config
    now        ScoreList of the figures as they are
    shown      the Layer as its scores name it, another one beside a gold
    progress   function of (text, done, total)
    """
    sides = sides.with_empty(layer, documents, names)
    tables = sides.tables.values()
    names = tuple(name for name in names if any(name in table.annotators for table in tables))
    if len(names) < 2:
        return []
    data = ComparedData({name: document.data for name, document in sides.documents.items()})
    builder = ScoreBuilder(config._replace(empty="nothing"), shown, data=data)
    reference = shown.name != layer.name
    block = sides.scores(layer, names, builder, progress, reference=reference)[0]
    before = {
        (score.measure, score.statistic): score.value
        for score in now.of_layers({shown.name}).whole
        if score.label is None and score.annotators == names
    }
    scores = {
        (score.measure, score.statistic): score
        for score in block
        if score.label is None and score.annotators == names
    }
    kind = KINDS[layer.kind]
    keys = [
        (measure.replace("f1", share), "exact")
        for measure in kind.elements[:1] if reference
        for share in _AGAINST_REFERENCE
    ]  # fmt: skip
    keys += [next((words.key for words in kind.answer[0] if words.key in scores), None)]
    return [
        scores[key]
        for key in keys
        if key in scores and (key not in before or scores[key].value != before[key])
    ]
