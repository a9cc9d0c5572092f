"""For every lane of tests."""

import gc
import os

# Rules make many small objects and hardly a circle: looking for circles at every 700th took an eighth of the time.
gc.set_threshold(20_000, 10, 10)

# The command speaks English, whatever the language of the machine that runs the tests.
for name in ("LC_ALL", "LC_MESSAGES", "LANGUAGE"):
    os.environ.pop(name, None)
os.environ["LANG"] = "C.UTF-8"
