"""iaa.conf: its settings, declared in settings.py; reading, changing and writing it."""

from brat_iaa.config.changing import changed, renamed, switched_off, written
from brat_iaa.config.coarse import coarse_labels, labels_in_groups
from brat_iaa.config.declaration import as_text, nearest
from brat_iaa.config.label_distances import LabelDistances
from brat_iaa.config.reading import load, parse, with_tables
from brat_iaa.config.settings import (
    ANCHORING_LAYER,
    FILE_NAME,
    GOLD_LAYER,
    KINDS,
    OUTDATED,
    SECTIONS,
    SETTINGS,
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
    reference,
    settings_of,
    signature_of,
)
from brat_iaa.config.template import Proposal, template
