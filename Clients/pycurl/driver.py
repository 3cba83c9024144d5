# SPDX-License-Identifier: Apache-2.0
"""The driver for pycurl with one handle for a session."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "_python"))
import pycurl_family

pycurl_family.run(keeps_handle=True)
