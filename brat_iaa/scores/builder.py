"""Makes a Score of a figure: the reason where there is none, and the signature of its settings."""

from dataclasses import fields

import numpy

from brat_iaa import __version__
from brat_iaa.measures import bootstrap
from brat_iaa.measures.score import Score

NO_ITEM = "no token that both annotated"
NO_ARC = "no arc to divide by"
# Two empty sets agree, but where there are no others nothing was compared.
NOTHING_DRAWN = "no annotator drew an arc"
FEW_SENTENCES = (
    f"fewer than {bootstrap.FEWEST_SENTENCES} sentences: too few to estimate an interval"
)
NO_VALUE = "no value"
# Percentiles for thousands of rare labels would take long, and say nothing.
LABELS_WITH_INTERVALS = 200
RARE = f"only the {LABELS_WITH_INTERVALS} most frequent labels have intervals"


def project_and_documents(compute, parts, annotators, builder, progress):
    """List of Score of the project, then of each document.

    compute   function of (list of LayerPart, annotators, ScoreBuilder) that returns the Scores of these parts together
    parts     {document: LayerPart}
    builder   function of a document's name or None that returns its ScoreBuilder
    progress  function of (done, total)
    """
    found = compute(list(parts.values()), annotators, builder(None))
    for done, (document, part) in enumerate(parts.items()):
        progress(done, len(parts))
        found += compute([part], annotators, builder(document))
    return found


class ScoreBuilder:
    """What all scores of one document or project share.

    config     Config
    layer      Layer of the scores
    document   name, or None for the whole project
    """

    def __init__(self, config, layer, document=None):
        self.config = config
        self.layer = layer
        self.document = document

    def score(
        self,
        measure,
        statistic,
        annotators,
        source,
        value,
        items,
        missing,
        reason,
        observed=None,
        expected=None,
        label=None,
        sentence=None,
        interval=None,
        no_interval=None,
    ):
        """A Score.

        source   of the statistic in the signature, e.g. "masi:RD13"
        value    nan if undefined
        reason   why it is undefined; ignored if it is not
        """
        undefined = bool(numpy.isnan(value))
        value = None if undefined else float(value)
        if interval is not None and numpy.isnan(interval[0]):
            interval, no_interval = None, NO_VALUE
        return Score(
            layer=self.layer.name,
            measure=measure,
            statistic=statistic,
            annotators=tuple(annotators),
            document=self.document,
            label=label,
            sentence=sentence,
            value=value,
            observed=value if expected is None else observed,
            expected=expected,
            items=int(items),
            missing=None if missing is None else int(missing),
            interval=None if interval is None else (float(interval[0]), float(interval[1])),
            no_interval=no_interval,
            undefined=reason if undefined else None,
            signature=self._signature(measure, source, items, label, sentence, interval),
        )

    def no_interval(self, sentences):
        """Why there can be no interval over so many sentences; None if there can."""
        if self.config.resamples == 0:
            return "resamples = 0 in the settings"
        if sentences < bootstrap.FEWEST_SENTENCES:
            return FEW_SENTENCES
        return None

    def weights(self, sentences):
        """Weights of the sentences in each resample."""
        return bootstrap.weights(sentences, self.config.resamples, self.config.seed)

    def _signature(self, measure, source, items, label, sentence, interval):
        parts = [measure, source]
        parts += [f"document:{self.document}"] if self.document else []
        parts += [f"sentence:{sentence}"] if sentence else []
        parts += [f"label:{label}"] if label else []
        parts.append(f"items:{items}")
        parts += _of_dependencies(self.config.dependencies)
        if self.layer.kind != "dependencies":
            parts.insert(0, f"{self.layer.kind}")
            parts += _other_than_default(self.layer.settings)
        if interval is not None:
            parts.append(f"bootstrap:{self.config.resamples},seed:{self.config.seed}")
        return "|".join(parts + [f"v{__version__}"])


def _of_dependencies(settings):
    """What is a token, an arc and a sentence; the usual settings are named where they are often asked for."""
    parts = [f"punct:{settings.punctuation}", f"tokens:{settings.tokens}"]
    if settings.punctuation == "out" and settings.punctuation_types:
        parts.append("punct-types:" + "+".join(settings.punctuation_types))
    if settings.labels:
        parts.append("labels:" + "+".join(settings.labels))
    if settings.token_types:
        parts.append("token-types:" + "+".join(settings.token_types))
    if settings.no_arcs != "count":
        parts.append(f"no-arcs:{settings.no_arcs}")
    if settings.head != "Arg1":
        parts.append(f"head-role:{settings.head}")
    if settings.root != "ROOT":
        parts.append(f"root:{settings.root}")
    return parts + [f"sentences:{settings.sentences}"]


def _other_than_default(settings):
    """Settings of a layer that are not the default ones, as name:value."""
    return [
        f"{field.name.replace('_', '-')}:{'+'.join(value) if isinstance(value, tuple) else value}"
        for field in fields(settings)
        for value in [getattr(settings, field.name)]
        if value != field.default
    ]
