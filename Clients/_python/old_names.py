# SPDX-License-Identifier: Apache-2.0
"""Adds names to `collections` that old versions of clients need; Python 3.10 removed them."""

import collections
import collections.abc

for name in ("Callable", "Iterable", "Mapping", "MutableMapping"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
