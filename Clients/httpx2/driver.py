# SPDX-License-Identifier: Apache-2.0
"""The driver for httpx2 with its Client. It has the interface of httpx, under another name."""

import sys
from pathlib import Path

import httpx2

sys.modules["httpx"] = httpx2
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import httpx_family

httpx_family.run(by_function=False)
