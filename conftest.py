"""For every lane of tests."""

import gc

# Rules make many small objects and hardly a circle: looking for circles at every 700th took an eighth of the time.
gc.set_threshold(20_000, 10, 10)
