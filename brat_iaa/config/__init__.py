"""iaa.conf: its settings, each declared once; reading, changing and writing it."""

from brat_iaa.config.changing import changed, renamed, switched_off, written
from brat_iaa.config.checking import differences, errors_in
from brat_iaa.config.coarse import coarse_labels, labels_in_groups
from brat_iaa.config.declaration import as_text, nearest
from brat_iaa.config.layer_settings import (
    ANCHORING_LAYER,
    DEPENDENCIES,
    GOLD_LAYER,
    ChainSettings,
    DependencySettings,
    EntityRelationSettings,
    EventSettings,
    LabelSettings,
    Layer,
    RelationSettings,
    TreeSettings,
    dependency_layer,
    gold_name,
)
from brat_iaa.config.parsers import directory_name
from brat_iaa.config.reading import as_found, load, parse
from brat_iaa.config.sections import (
    LAYER_SETTINGS,
    OUTDATED,
    SECTIONS,
    SETTINGS,
    settings_of,
    signature_of,
)
from brat_iaa.config.settings import FILE_NAME, AccessSettings, AnchoringSettings, Config, Phase
from brat_iaa.config.template import Proposal, example, template
