"""Strict JSON: integers, rationals as strings in lowest terms, exactly the expected keys."""

import json
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import NoReturn, Self, TypeAlias, TypeVar

from audits.kernel import refusals
from audits.kernel.refusals import require

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
J = TypeVar("J", int, str, list[Json], dict[str, Json])


@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and the path that leads to it."""

    value: Json
    path: str

    def of(self, kind: type[J]) -> J:
        """The value, if it is of exactly this type; so `true` is no integer."""
        if not isinstance(self.value, kind) or type(self.value) is not kind:
            raise refusals.WrongType(f"{self.path} must be of type {kind.__name__}")
        return self.value

    def word(self, *words: str) -> str:
        """One of the words."""
        require(self.of(str) in words, refusals.WrongType, f"{self.path} must be one of {words}")
        return self.of(str)

    def fields(self, required: str, optional: str = "") -> dict[str, Self]:
        """The members of an object that has the required keys and at most the optional ones."""
        keys, needed = set(self.of(dict)), set(required.split())
        unknown = keys - needed - set(optional.split())
        require(needed <= keys, refusals.MissingKey, f"{self.path} lacks {sorted(needed - keys)}")
        require(not unknown, refusals.UnknownKey, f"{self.path} has {sorted(unknown)}")
        return {
            key: type(self)(value, f"{self.path}.{key}") for key, value in self.of(dict).items()
        }

    def items(self, length: int | None = None) -> list[Self]:
        """The members of a list (of the given length)."""
        fits = length in {None, len(self.of(list))}
        require(fits, refusals.WrongLength, f"{self.path} must have {length} members")
        return [type(self)(item, f"{self.path}[{i}]") for i, item in enumerate(self.of(list))]

    def rational(self) -> Fraction:
        """A string "p", or "p/q" in lowest terms with q >= 2."""
        text = self.of(str)
        spelled = re.fullmatch("-?[0-9]+(/[1-9][0-9]*)?", text) is not None
        require(spelled, refusals.WrongType, f"{self.path} must be a rational p/q")
        lowest = str(Fraction(text)) == text
        require(lowest, refusals.NotCanonical, f"{self.path} is not in lowest terms")
        return Fraction(text)

    def labels(self) -> list[str]:
        """A list of distinct strings."""
        labels = [item.of(str) for item in self.items()]
        distinct = len(set(labels)) == len(labels)
        require(distinct, refusals.RepeatedLabel, f"{self.path} has a label twice")
        return labels

    def indices(self, bound: int, length: int | None = None) -> list[int]:
        """A strictly increasing list of integers from 0 to bound - 1."""
        indices = [item.of(int) for item in self.items(length)]
        increasing = indices == sorted(set(indices) & set(range(bound)))
        require(increasing, refusals.BadIndices, f"{self.path} must increase in 0..{bound - 1}")
        return indices


def parse(text: str) -> Node:
    """The value that a text spells."""
    sys.set_int_max_str_digits(0)
    try:
        hooks = {"parse_float": _inexact, "parse_constant": _inexact}
        return Node(json.loads(text, **hooks, object_pairs_hook=_object), "certificate")
    except (ValueError, RecursionError) as error:
        raise refusals.NotJson(str(error)) from None


def _inexact(literal: str) -> NoReturn:
    raise refusals.NotExact(f"{literal} is not an integer; a rational is a string p/q")


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    fields = dict(members)
    require(len(fields) == len(members), refusals.RepeatedKey, f"one of {[*fields]} is twice")
    return fields
