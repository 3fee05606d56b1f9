"""Strict JSON: integers, rationals as strings in lowest terms, exactly the expected keys."""

import json
import re
import sys
from dataclasses import dataclass
from fractions import Fraction
from typing import Self, TypeAlias, TypeVar
from audits.kernel import refusals as no

Json: TypeAlias = "int | str | list[Json] | dict[str, Json] | None"
J = TypeVar("J", int, str, list[Json], dict[str, Json])

@dataclass(frozen=True, slots=True)
class Node:
    """A JSON value and the path that leads to it."""
    value: Json
    path: str

    def require(self, condition: bool, reason: type[no.Refused], demand: str = "") -> None:
        """Refuse for this reason unless the condition holds."""
        if not condition: raise reason(self.path + (demand and f" must {demand}"))

    def of(self, kind: type[J], *words: J) -> J:
        """The value, if it is of exactly this type (so `true` is no integer) and of the words."""
        if not isinstance(self.value, kind) or type(self.value) is not kind:
            raise no.WrongType(f"{self.path} must be of type {kind.__name__}")
        self.require(not words or self.value in words, no.WrongType, f"be one of {words}")
        return self.value

    def fields(self, names: str) -> dict[str, Self]:
        """The members of an object that has exactly these keys, in the order of the names."""
        fields, keys = self.of(dict), names.split()
        self.require({*keys} <= {*fields}, no.MissingKey, f"have the keys {names}")
        self.require({*fields} <= {*keys}, no.UnknownKey, f"have no other keys than {names}")
        return {key: type(self)(fields[key], f"{self.path}.{key}") for key in keys}

    def items(self, length: int | None = None) -> list[Self]:
        """The members of a list (of the given length)."""
        items = self.of(list)
        self.require(length in {None, len(items)}, no.WrongLength, f"have {length} members")
        return [type(self)(item, f"{self.path}[{i}]") for i, item in enumerate(items)]

    def rational(self) -> Fraction:
        """A string "p", or "p/q" in lowest terms with q >= 2."""
        spelled = re.fullmatch("-?[0-9]+(/[1-9][0-9]*)?", self.of(str))
        self.require(spelled is not None, no.WrongType, "be a rational p/q")
        number = Fraction(self.of(str))
        self.require(str(number) == self.value, no.NotCanonical, f"be written {number}")
        return number

    def labels(self) -> range:
        """Positions in a list of distinct strings."""
        labels = [item.of(str) for item in self.items()]
        self.require(len({*labels}) == len(labels), no.RepeatedLabel, "have distinct members")
        return range(len(labels))

    def indices(self, bound: int, length: int | None = None) -> list[int]:
        """A strictly increasing list of integers from 0 to bound - 1."""
        indices = [item.of(int) for item in self.items(length)]
        proper = sorted({*indices} & {*range(bound)})
        self.require(indices == proper, no.BadIndices, f"increase, from 0 to below {bound}")
        return indices

Fields = dict[str, Node]

def parse(text: str) -> Node:
    """The value that a text spells; 1.5 and NaN become tuples, which no place accepts."""
    sys.set_int_max_str_digits(0)
    decoder = json.JSONDecoder(parse_float=tuple, parse_constant=tuple, object_pairs_hook=_object)
    try: return Node(decoder.decode(text), "certificate")
    except (ValueError, RecursionError) as error: raise no.NotJson(str(error)) from None

def _object(members: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(members)) < len(members): raise no.RepeatedKey(f"among {[*dict(members)]!a}")
    return dict(members)
