# SPDX-License-Identifier: Apache-2.0
"""The driver for requests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import old_names  # noqa: F401
import requests
import requests_family

requests_family.run(requests)
