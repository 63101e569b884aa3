"""iaa.conf: its settings, each declared once, and how they are read. changing.py and template.py,
which few commands need, write it.
"""

from brat_iaa.config.reading import load, locate, parse
from brat_iaa.config.sections import FORMER_SETTINGS, SECTIONS, SETTINGS, settings_of, signature_of
from brat_iaa.config.settings import (
    DEPENDENCIES,
    FILE_NAME,
    GOLD_LAYER,
    AccessSettings,
    Config,
    Layer,
    Phase,
    compared_as,
    dependency_layer,
    directory_name,
    gold_name,
    is_gold,
    layers_about_gold,
    layers_in_gold,
)
from brat_iaa.kinds.chains import ChainSettings
from brat_iaa.kinds.coarse import coarse_labels, labels_in_groups
from brat_iaa.kinds.declaration import as_text
from brat_iaa.kinds.dependencies import DependencySettings
from brat_iaa.kinds.entity_relations import EntityRelationSettings
from brat_iaa.kinds.events import EventSettings
from brat_iaa.kinds.labels import LabelSettings
from brat_iaa.kinds.relations import RelationSettings
from brat_iaa.kinds.trees import TreeSettings
