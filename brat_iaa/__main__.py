"""python -m brat_iaa: the same as the command brat-agreement."""

import sys

from brat_iaa.cli import main

sys.exit(main())
