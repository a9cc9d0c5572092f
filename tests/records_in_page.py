"""Prints the digests of records; `tools/play_page.mjs` runs it in the page's interpreter, with paths and the cases."""

import hashlib
import json
import sys

*paths, cases = globals()["given"]
sys.path[:0] = paths
from tests.playing import record  # noqa: E402

print(json.dumps([hashlib.sha256(record(*case).encode()).hexdigest() for case in json.loads(cases)]))
