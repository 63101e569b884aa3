"""iaa.conf: its settings (settings.py), the objects they become (model.py), reading (with
values.py) and writing it.
"""

from brat_iaa.config.model import (
    ANCHORING_LAYER,
    GOLD_LAYER,
    KINDS,
    AccessSettings,
    AnchoringSettings,
    ChainSettings,
    Config,
    DependencySettings,
    EntityRelationSettings,
    EventSettings,
    LabelSettings,
    Layer,
    Phase,
    RelationSettings,
    TreeSettings,
)
from brat_iaa.config.reading import FILE_NAME, load
from brat_iaa.config.settings import SETTINGS
from brat_iaa.config.template import Proposal, template
from brat_iaa.config.values import nearest

__all__ = [
    "ANCHORING_LAYER",
    "AccessSettings",
    "AnchoringSettings",
    "ChainSettings",
    "Config",
    "DependencySettings",
    "EntityRelationSettings",
    "EventSettings",
    "FILE_NAME",
    "GOLD_LAYER",
    "KINDS",
    "LabelSettings",
    "Layer",
    "Phase",
    "Proposal",
    "RelationSettings",
    "SETTINGS",
    "TreeSettings",
    "load",
    "nearest",
    "template",
]
