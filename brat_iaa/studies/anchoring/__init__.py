"""How close annotators stay to the output of tools that they started from, and which of two golds
judges prefer (Berzak et al. 2016).
"""

from brat_iaa.config.settings import Layer
from brat_iaa.kinds.kind import LayerSettings

LAYER = Layer("anchoring", "anchoring", LayerSettings())
