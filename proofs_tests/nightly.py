"""Whether the tests may take long: `HYPOTHESIS_PROFILE=nightly make tests`."""

import os

NIGHTLY = os.environ.get("HYPOTHESIS_PROFILE") == "nightly"
