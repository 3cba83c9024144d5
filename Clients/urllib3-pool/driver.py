# SPDX-License-Identifier: Apache-2.0
"""The driver for urllib3 with its connection pools."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import urllib3_family

urllib3_family.run(by_pool=True)
