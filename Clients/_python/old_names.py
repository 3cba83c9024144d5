"""Names that old versions of clients look for in `collections`, where they were before Python 3.10."""

import collections
import collections.abc

for name in ("Callable", "Iterable", "Mapping", "MutableMapping"):
    if not hasattr(collections, name):
        setattr(collections, name, getattr(collections.abc, name))
