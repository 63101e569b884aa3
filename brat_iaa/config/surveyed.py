"""The settings of a project with what a survey of its files says: what is compared, and how."""

from brat_iaa.config.settings import FILE_NAME, dependency_layer
from brat_iaa.corpus.annotation_conf import Hierarchy
from brat_iaa.corpus.problem import Problem
from brat_iaa.kinds import KINDS
from brat_iaa.kinds.dependencies import DependencySettings
from brat_iaa.kinds.figure_names import LEVELS
from brat_iaa.kinds.labels import HEAD


def with_layers(config, layers):
    """The Config with some Layers that were found, unless the settings name layers."""
    if config.layers is not None:
        return config
    arcs = dependency_layer(layers)
    return config._replace(
        layers=layers, dependencies=arcs.settings if arcs else config.dependencies
    )


def with_survey(config, survey):
    """The Config with the Layers of a Survey, unless it names some; they know which further figures
    are asked for, whether they are of given tokens, and which roles are turned.
    """
    config = with_layers(config, survey.layers)
    arcs = config.dependencies
    # Of drawn tokens, one that somebody lacks is a disagreement.
    given = survey.tokens and arcs.tokens == "shared"
    without = () if dependency_layer(config.layers) else (HEAD,)
    layers = []
    for layer in config.layers:
        kind, settings = KINDS[layer.kind], layer.settings
        also = tuple(name for name in config.also if name in kind.further and name not in without)
        on_tokens = given and kind.of_spans and not settings.item
        if isinstance(settings, DependencySettings):
            settings = settings._replace(turned=survey.turned)
        layers.append(layer._replace(
            settings=settings, also=also,
            hierarchy=config.hierarchy if LEVELS in also else Hierarchy(), on_tokens=on_tokens,
            given=on_tokens and _same_types(arcs.token_types, settings.types),
        ))  # fmt: skip
    return config._replace(
        layers=tuple(layers), dependencies=arcs._replace(turned=survey.turned),
        outdated=config.outdated + tuple(_unused(config, layers, without)),
    )  # fmt: skip


def _same_types(tokens, own):
    """Whether a layer of some types is of all tokens: a token of another type is there, too."""
    return own is None if tokens is None else own is not None and {*tokens} == {*own}


def _unused(config, layers, without):
    """Yield a Problem for each figure that is asked for, and that no layer has."""
    asked = {name for layer in layers for name in layer.also}
    why = {name: "No layer has such figures." for name in config.also if name not in asked}
    if LEVELS in config.also and not any(config.hierarchy.levels(None, None)):
        why[LEVELS] = "annotation.conf has no types below others."
    if HEAD in why and without:
        why[HEAD] = (
            "Heads of spans are those of dependencies on the same texts, and no layer compares "
            "these. Add [layer dependencies], with the types of its tokens as token_types."
        )
    for name, reason in why.items():
        yield Problem(FILE_NAME, None, "unused-setting", f"also = {name} has no effect. {reason}")
