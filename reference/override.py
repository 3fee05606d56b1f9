"""`typing.override`, which the standard library has only from Python 3.12 on."""

import sys
from typing import TYPE_CHECKING, TypeVar

Method = TypeVar("Method")

if sys.version_info >= (3, 12):
    from typing import override
elif TYPE_CHECKING:
    from typing_extensions import override
else:

    def override(method: Method) -> Method:
        """Mark a method that overrides one of a base class; does nothing at run time."""
        return method


__all__ = ["override"]
