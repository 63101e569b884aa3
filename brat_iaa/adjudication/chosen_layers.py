"""Which annotations the layers of a gold are about: only on these a draft has notes."""

from brat_iaa.adjudication import ballot
from brat_iaa.config import nearest
from brat_iaa.errors import ConfigError


def checked(names, layers):
    """Names of layers that are chosen, in their order; None if they are all. Raises ConfigError."""
    known = [layer.name for layer in layers]
    for name in names or ():
        if name not in known:
            raise ConfigError(
                f"“{name}” is no layer that is compared.{nearest(name, known, 'Layers')}"
            )
    if names is not None and not names:
        raise ConfigError("No layer is chosen. Choose at least one.")
    return (
        None
        if names is None or set(names) == set(known)
        else tuple(name for name in known if name in names)
    )


def concerns(layers):
    """Function of a Candidate: whether one of some Layers is about it; None: they are all."""
    return lambda candidate: layers is None or any(_is_about(one, candidate) for one in layers)


def _is_about(layer, candidate):
    annotations, name = layer.settings.annotations, candidate.key[0]
    if candidate.kind == ballot.NORMALIZATION:
        name = candidate.key[1].partition(":")[0]
    types = annotations.get(candidate.kind, ())
    return types is None or name in types
