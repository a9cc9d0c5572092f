"""`python -m malle`: the same as the command `malle`."""

import sys

from malle.cli.main import main

sys.exit(main())
