"""Strict JSON within limits: integers, rationals as strings, exactly the expected keys."""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from operator import lt
from typing import TypeAlias, TypeVar

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
Facts: TypeAlias = dict[str, Json]  # of a statement
J = TypeVar("J", int, str, list[Json], dict[str, Json])

NO_CERTIFICATE = ("NotJson", "NotCertificate")  # reasons
MOST_CHARACTERS, MOST_VALUES, MOST_NESTED, MOST_DIGITS = 2**26, 2 * 10**7, 16, 10**5


class Refused(Exception):
    """The certificate does not prove what it says, for a reason of section 8 of FORMAT.md."""

    def __init__(self, reason: str, place: str) -> None:
        super().__init__(f"{reason}: {place}")
        self.reason = reason


@dataclass(slots=True)
class Node:
    """A JSON value and the place where it stands."""

    value: Json
    path: str

    def require(self, condition: bool, reason: str) -> None:
        """Refuse for this reason unless the condition holds."""
        if not condition:
            raise Refused(reason, self.path)

    def of(self, kind: type[J], *words: J) -> J:
        """The value, if it is of exactly this type (so `true` is no integer) and of the words."""
        if isinstance(self.value, kind) and type(self.value) is kind:
            self.require(not words or self.value in words, "WrongType")
            return self.value
        raise Refused("WrongType", self.path)

    def fields(self, names: str) -> "Fields":
        """The members of an object that has exactly these keys, in the order of the names."""
        fields, keys = self.of(dict), names.split()
        self.require(all(key in fields for key in keys), "MissingKey")
        self.require(len(fields) == len(keys), "UnknownKey")
        return {key: Node(fields[key], f"{self.path}[{key}]") for key in keys}

    def items(self, length: int | None = None) -> Iterator["Node"]:
        """The members of a list (of the given length)."""
        items = self.of(list)
        self.require(length in {None, len(items)}, "WrongLength")
        return (Node(item, f"{self.path}[{i}]") for i, item in enumerate(items))

    def integers(self, length: int | None = None) -> tuple[int, ...]:
        """A list of integers (of the given length)."""
        found = tuple([i for i in self.of(list) if type(i) is int])
        self.require(len(found) == len(self.of(list)), "WrongType")
        self.require(length in {None, len(found)}, "WrongLength")
        return found

    def rational(self) -> Fraction:
        """A string "p", or "p/q" in lowest terms with q >= 2."""
        spelled = re.fullmatch("-?([0-9]+)(?:/([1-9][0-9]*))?", self.of(str))
        if spelled is None:
            raise Refused("WrongType", self.path)
        within(MOST_DIGITS, max(map(len, spelled.groups(""))), "digits in one number")
        number = Fraction(self.of(str))
        self.require(str(number) == self.value, "NotCanonical")
        return number

    def labels(self) -> int:
        """The number of members of a list of distinct strings."""
        labels = [item.of(str) for item in self.items()]
        self.require(len({*labels}) == len(labels), "RepeatedLabel")
        return len(labels)

    def index(self, bound: int, reason: str = "BadIndices") -> int:
        """A position in a list of so many."""
        self.require(self.of(int) in range(bound), reason)
        return self.of(int)

    def indices(self, bound: int, length: int | None = None) -> tuple[int, ...]:
        """A strictly increasing list of integers from 0 to bound - 1."""
        found = self.integers(length)
        inside = found == () or 0 <= found[0] <= found[-1] < bound
        self.require(inside and all(map(lt, found, found[1:])), "BadIndices")
        return found


Fields = dict[str, Node]


def parse(text: str) -> Node:
    """The value that a text spells; 1.5 and NaN become tuples, which no place accepts.

    Nothing is built before the limits are known to be kept; escapes aside, quotes end strings.
    """
    within(MOST_CHARACTERS, len(text), "characters")
    outside = "".join(text.replace("\\\\", "").replace('\\"', "").split('"')[::2])
    values = sum(map(outside.count, ",:")) + 10 * sum(map(outside.count, "[{"))
    within(MOST_VALUES, values, "values")
    steps = (1 if bracket in "[{" else -1 for bracket in re.findall(r"[][{}]", outside))
    within(MOST_NESTED, max(accumulate(steps), default=0), "nested brackets")
    long = (len(found[0]) for found in re.finditer("(?<![0-9])[0-9]{1000,}", text))
    within(MOST_DIGITS, max(long, default=0), "digits in one number")
    sys.set_int_max_str_digits(0)
    decoder = json.JSONDecoder(parse_float=tuple, parse_constant=tuple, object_pairs_hook=_object)
    try:
        return Node(decoder.decode(text), "certificate")
    except ValueError as error:
        raise Refused("NotJson", str(error)) from None


def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(members)) < len(members):
        raise Refused("RepeatedKey", f"among {[*dict(members)]!a}"[:200])
    return dict(members)


def within(limit: int, number: int, what: str) -> None:
    """Refuse what is more than a limit of section 7 of FORMAT.md."""
    if number > limit:
        raise Refused("TooLarge", f"more than {limit} {what}")
