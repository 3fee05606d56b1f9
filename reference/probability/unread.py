"""What code of others is handed and cannot read: e^(eps/parts), and the number of parts.

An eps whose root is unread is divided, and divides; what compares it, or asks for e^eps, is known,
whether the refusal is caught or not.  So it is one number as well as every number.  Where a number
of parts is unread too, so are those of its multiples and the rates of its scales.

>>> root = unread_root()
>>> parts = unread_number(12, root)
>>> held(parts), is_unread(parts), was_read(root)
(12, True, False)
>>> try:
...     parts > 4
... except TypeError:
...     "compared"
'compared'
>>> was_read(root)
True
"""

from __future__ import annotations

from typing import Final, NoReturn, TypeVar

X = TypeVar("X")

ROOT_READ: Final = (
    "with continuous noise use eps in scales k / eps only: no code may ask for e^eps, compare "
    "eps, or look at what it is"
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


def _keep(self: object, number: int, times: list[None]) -> None:
    _NUMBER.__set__(self, number)
    _TIMES.__set__(self, times)


def _refuse(self: object, *_: object) -> NoReturn:
    note_reading(self)
    raise UnreadError(ROOT_READ)


Unread: Final = type(
    "Unread",
    (),
    {
        "__slots__": ("_number", "_times"),
        "__init__": _keep,
        **dict.fromkeys((f"__{name}__" for name in _NAMES.split()), _refuse),
    },
)
"""Made from a number, and a list that grows by one each time that it, or another one made with
this list, is read."""

_NUMBER: Final = vars(Unread)["_number"]
_TIMES: Final = vars(Unread)["_times"]


def unread_root() -> object:
    """Stands for e^(eps/parts)."""
    found: object = Unread(0, [])
    return found


def unread_number(number: int, like: object) -> int:
    """A number that nobody can read; who tries has read the other one, `like`, too."""
    found: int = Unread(number, _TIMES.__get__(like))
    return found


def is_unread(value: object) -> bool:
    """Whether it is one of these: this alone is no reading."""
    return type(value) is Unread


def held(value: X) -> X:
    """The number that is not read, for code of ours; other values as they are."""
    found: X = _NUMBER.__get__(value) if is_unread(value) else value
    return found


def note_reading(value: object) -> None:
    """What happens tells something of a value, if it is an unread one."""
    if is_unread(value):
        _TIMES.__get__(value).append(None)


def was_read(value: object) -> bool:
    """Whether somebody read it, or another one that was made with it."""
    return bool(_TIMES.__get__(value))
