"""What code of others is handed in place of e^(eps/parts), and cannot read.

An eps whose root is unread is divided, and divides; what compares it, or asks for e^eps, is known,
whether the refusal is caught or not.  So it is one number as well as every number.

>>> root = unread_root()
>>> is_unread(root), was_read(root)
(True, False)
>>> try:
...     root > 4
... except TypeError:
...     "compared"
'compared'
>>> was_read(root)
True

While a root is `alone`, a draw that depends on another loss is refused.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, NoReturn

ROOT_READ: Final = (
    "with continuous noise use eps in scales k / eps only: no code may ask for e^eps, compare "
    "eps, or look at what it is"
)

OTHER_LOSS: Final = (
    "a draw depends on a loss that is not the eps of the mechanism: let it use this very eps when "
    "it is called, and make no other"
)

_NAMES: Final = """
abs add and bool bytes call ceil class_getitem complex contains delattr delitem dir divmod enter eq
exit float floor floordiv format fspath ge getattribute getitem gt hash index int invert iter le
len length_hint lshift lt matmul mod mul ne neg next or pos pow radd rand rdivmod reduce reduce_ex
repr reversed rfloordiv rlshift rmatmul rmod rmul ror round rpow rrshift rshift rsub rtruediv rxor
setattr setitem sizeof str sub truediv trunc xor
"""
"""What can be done with an object, by the names of its methods."""


class UnreadError(TypeError):
    """Something was read that nobody can read."""


class OtherLossError(TypeError):
    """A draw depends on a loss that is not the eps of the mechanism."""

    def __init__(self) -> None:
        super().__init__(OTHER_LOSS)


def _keep(self: object, times: list[None]) -> None:
    _TIMES.__set__(self, times)


def _refuse(self: object, *_: object) -> NoReturn:
    _TIMES.__get__(self).append(None)
    raise UnreadError(ROOT_READ)


Unread: Final = type(
    "Unread",
    (),
    {
        "__slots__": ("_times",),
        "__init__": _keep,
        **dict.fromkeys((f"__{name}__" for name in _NAMES.split()), _refuse),
    },
)
"""Made from a list that grows by one each time that it is read."""

_TIMES: Final = vars(Unread)["_times"]


def unread_root() -> object:
    """Stands for e^(eps/parts)."""
    found: object = Unread([])
    return found


def is_unread(value: object) -> bool:
    """Whether it is one of these: this alone is no reading."""
    return type(value) is Unread


def was_read(value: object) -> bool:
    """Whether somebody read it."""
    return bool(_TIMES.__get__(value))


_ALONE: Final[list[object]] = []


@contextmanager
def alone(root: object) -> Iterator[None]:
    """Inside, draws depend on this root or on none."""
    _ALONE.append(root)
    try:
        yield
    finally:
        _ALONE.pop()


def refuse_other(root: object) -> None:
    """Refuse what a draw depends on, where something else is `alone`.

    Raises:
        OtherLossError: if it is not the same.
    """
    if _ALONE and root is not _ALONE[-1]:
        raise OtherLossError
