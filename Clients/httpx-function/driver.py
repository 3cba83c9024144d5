# SPDX-License-Identifier: Apache-2.0
"""The driver for the functions of httpx."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx_family

httpx_family.run(by_function=True)
