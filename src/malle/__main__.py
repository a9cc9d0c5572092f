"""`python -m malle`: the same as the command `malle`."""

import sys

from malle.cli import main

sys.exit(main())
