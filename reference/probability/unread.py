"""What code of others is handed and cannot read: answers, and e^(eps/parts).

Answers nobody can count either: `outputs` puts out for them what it is told to.

A mechanism that is called on them, and returns what it returns on numbers for which its steps put
out the same, knows of the answers nothing else.

An eps whose root is unread is divided, and divides; what compares it, or asks for e^eps, is known,
whether the refusal is caught or not.  So it is one number as well as every number.

>>> answers = Unread((0, 1), stream := object())
>>> put_out(answers, stream, None), was_read(answers)
((0, 1), False)
>>> try:
...     len(answers)
... except TypeError:
...     "length"
'length'
>>> was_read(answers)
True
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final, NoReturn, TypeVar

X = TypeVar("X")

READ: Final = "answers are read by `outputs(self, database, coins)` only"

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


def _keep(
    self: object, outputs: tuple[Hashable, ...] = (), stream: object = None, words: str = READ
) -> None:
    _OUTPUTS.__set__(self, outputs)
    _STREAM.__set__(self, stream)
    _WORDS.__set__(self, words)
    _READ.__set__(self, False)


def _refuse(self: object, *_: object) -> NoReturn:
    _READ.__set__(self, True)
    raise UnreadError(_WORDS.__get__(self))


Unread: Final = type(
    "Unread",
    (),
    {
        "__slots__": ("_outputs", "_read", "_stream", "_words"),
        "__init__": _keep,
        **dict.fromkeys((f"__{name}__" for name in _NAMES.split()), _refuse),
    },
)
"""Answers: made from what is put out for them, and the stream that does so."""

_STREAM: Final = vars(Unread)["_stream"]
_OUTPUTS: Final = vars(Unread)["_outputs"]
_READ: Final = vars(Unread)["_read"]
_WORDS: Final = vars(Unread)["_words"]


def unread_root() -> object:
    """Stands for e^(eps/parts)."""
    found: object = Unread(words=ROOT_READ)
    return found


def is_unread(value: object) -> bool:
    """Whether it is one of these: this alone is no reading."""
    return type(value) is Unread


def put_out(answers: object, stream: object, coins: object) -> tuple[X, ...]:
    """What is put out for the answers, by their stream, with the coins that were given: none.

    Raises:
        UnreadError: for another stream, or other coins.
    """
    if stream is not _STREAM.__get__(answers) or coins is not None:
        _refuse(answers)
    found: tuple[X, ...] = _OUTPUTS.__get__(answers)
    return found


def was_read(value: object) -> bool:
    """Whether somebody read it."""
    found: bool = _READ.__get__(value)
    return found
