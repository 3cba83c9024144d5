# SPDX-License-Identifier: Apache-2.0
"""The driver for niquests."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import niquests
import requests_family

requests_family.run(niquests)
