"""Mechanisms that a person names, with the parameters that a person types.

Everything here raises `InputError` with one line that names the value and what is allowed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, fields, is_dataclass
from dataclasses import Field as DataclassField
from enum import Enum
from fractions import Fraction
from itertools import pairwise
from operator import attrgetter
from textwrap import dedent
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from audits.inputs.literals import InputError, as_bad_input, shortened
from audits.inputs.loading import code_of, user_module
from audits.inputs.numbers import ONE, AnyEpsilon, Loss, integer, rational
from audits.inputs.places import classes_of, misplaced
from audits.inputs.registry import command_name, mechanisms, spoken_name
from audits.near_names import did_you_mean, hint, near, same
from reference.data.domain import Domain
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import R
from reference.exact.rational_function import RationalFunction
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.provenance import ours

E = TypeVar("E", bound=Enum)

DERIVED_ONLY = "thresholds"
"""A name for `sample` only: which mechanism it is depends on the target."""


def mechanism_class(name: str, *, stream: bool = False) -> type:
    """The class of a mechanism: a name of ours, `file.py:Class` or `package.module:Class`.

    Args:
        name: of the mechanism.
        stream: whether one that is not called but has `begin` and `step` will do.

    Raises:
        InputError: if there is no such mechanism, with what went wrong.
    """
    place, _, attribute = name.rpartition(":")
    if ours_named := named_mechanism(name):
        return mechanisms()[ours_named]
    found = getattr(user_module(place, declares=stream), attribute, None)
    if inspect.isfunction(found):
        raise InputError(
            f"mechanism {name!r}: {attribute} is a function; on the command line a mechanism is a "
            "dataclass with __call__(self, database, coins) and universe(self, rows); in Python a "
            f"function is enough: exactdp.privacy({attribute}, "
            "exactdp.replace_one((0, 1), rows=1))"
        )
    if not inspect.isclass(found):
        others = did_you_mean(f"{place}:{each}" for each in near(attribute, classes_of(place)))
        raise InputError(f"mechanism {name!r}: {place} defines no class {attribute!r}{others}")
    if "__call__" not in dir(found) and not stream:
        raise InputError(f"mechanism {name!r}: the class has no __call__(self, database, coins)")
    return found


def named_mechanism(name: str) -> str | None:
    """The name of a mechanism of ours that was typed, in any case; None for `place:Class`.

    Raises:
        InputError: if it is neither, with what is near: names of ours, or classes of a file.
    """
    is_place = ":" in name  # as in no name of ours: for a class of a file these are not loaded
    if not is_place and (known := same(name, mechanisms())):
        return known
    if name == DERIVED_ONLY:
        raise InputError(
            f"mechanism {name!r}: `exactdp sample {name}` derives and runs it, no other command; "
            "what it runs is tree-counter, or ThresholdRelease in Python"
        )
    if others := misplaced(name):
        raise InputError(f"mechanism {name!r}: name a class of the file{did_you_mean(others)}")
    if is_place:
        return None
    raise InputError(
        f"mechanism {name!r}: there is none of this name"
        f"{hint(name, mechanisms()) or '; see `exactdp list mechanisms`, or give file.py:Class'}"
    )


def parameters(options: Sequence[str]) -> dict[str, str]:
    """The `-p KEY=VALUE` options.

    Raises:
        InputError: for one without `=`, or a key given twice.
    """
    given: dict[str, str] = {}
    for option in options:
        key, equals, value = option.partition("=")
        if not equals:
            raise InputError(f"-p {option!r}: give KEY=VALUE")
        if key in given:
            raise InputError(f"-p {key}: given twice")
        given[key] = value
    return given


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a mechanism, as the command line shows it."""

    name: str
    type: str
    default: str | None


def fields_of(kind: type) -> list[Field]:
    """The parameters of a mechanism other than `eps`.

    Raises:
        InputError: if the class is no dataclass.
    """
    if not is_dataclass(kind):
        raise InputError(
            f"{kind.__name__}: a mechanism is a dataclass of its parameters: write "
            f"@dataclass(frozen=True) above class {kind.__name__}"
        )
    hints = _hints(kind)
    return [
        Field(f.name, _type_name(hints[f.name]), _default(f))
        for f in fields(kind)
        if f.init and f.name != "eps"
    ]


def meanings_of(kind: type) -> dict[str, str]:
    """What the docstrings below its fields say of the parameters of a mechanism of ours."""
    found: dict[str, str] = {}
    for base in reversed([base for base in kind.__mro__ if ours(base) and is_dataclass(base)]):
        (tree,) = ast.parse(dedent(inspect.getsource(base))).body
        assert isinstance(tree, ast.ClassDef)
        for item, following in pairwise(tree.body):
            if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
                continue
            if isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant):
                found[item.target.id] = " ".join(str(following.value.value).split())
    return found


def only_in_python(kind: type) -> list[str]:
    """The parameters without a default that cannot be typed, such as another mechanism."""
    hints = _hints(kind)
    return [f.name for f in fields_of(kind) if f.default is None and not _typed(hints[f.name])]


def build(
    kind: type,
    given: Mapping[str, str],
    loss: Loss,
    parts: int | None = None,
    eps: AnyEpsilon | None = None,
) -> Mechanism[Any, Any, Any]:
    """The mechanism with the given parameters and privacy loss.

    Args:
        kind: the class of the mechanism.
        given: its parameters.
        loss: the privacy loss.
        parts: into which eps is divided; None: as many as the class says.
        eps: what it takes for the loss, if it is no element of a field.

    Raises:
        InputError: for an unknown, missing or malformed parameter, or one that the mechanism
            itself refuses.
    """
    if not is_dataclass(kind):
        raise InputError(
            f"{kind.__name__}: a mechanism is a dataclass of its parameters: write "
            f"@dataclass(frozen=True) above class {kind.__name__}"
        )
    hints = _hints(kind)
    known = {f.name: f for f in fields(kind) if f.init}
    for key in given:
        if key not in known or key == "eps":
            allowed = [name for name in known if name != "eps"]
            has = f"the parameters {', '.join(allowed)}" if allowed else "no parameters"
            raise InputError(
                f"-p {shortened(key)}: {spoken_name(kind)} has {has} (eps: --root, --eps, "
                f"--all-eps){hint(key, allowed)}"
            )
    arguments: dict[str, object] = {}
    for name, f in known.items():
        if name == "eps":
            arguments[name] = eps or _epsilon(kind, hints[name], loss, parts or parts_of(kind))
        elif name in given:
            arguments[name] = _value(given[name], hints[name], name)
        elif f.default is MISSING and f.default_factory is MISSING:
            if not _typed(hints[name]):
                raise _untyped(name, hints[name], kind)
            words = _type_name(hints[name])
            if (get_origin(hints[name]) or hints[name]) is Domain:
                words = "a size, such as 4 for 0, 1, 2, 3; or the values, such as -1,0,1"
            raise InputError(f"{spoken_name(kind)} needs -p {name}=VALUE ({words})")
    with code_of(spoken_name(kind)):
        made: Any = kind(**arguments)
    mechanism: Mechanism[Any, Any, Any] = made
    return mechanism


def _epsilon(kind: type, hint: object, loss: Loss, parts: int) -> AnyEpsilon:
    """The privacy loss; of ours, one that compares with e^eps takes a rational root only."""
    eps = loss.epsilon(parts, continuous=is_continuous(kind))
    if ours(kind) and _compares(hint) and not isinstance(eps.root, Fraction):
        raise InputError(
            f"{command_name(kind.__name__)} compares numbers with e^(eps/{parts_of(kind)}), so "
            "that its law is no rational function of it: give --root P/Q, not --eps or --all-eps"
        )
    return eps


def compares_with_loss(kind: type) -> bool:
    """Whether a mechanism of ours compares numbers with e^eps, which then is a rational."""
    return ours(kind) and is_dataclass(kind) and _compares(_hints(kind).get("eps"))


def _compares(hint: object) -> bool:
    return get_args(hint) == (Fraction,)


def is_continuous(kind: type) -> bool:
    """Whether the mechanism says that it draws continuous noise, by `continuous = True`."""
    return getattr(kind, "continuous", False) is True


def takes_eps(kind: type) -> bool:
    """Whether the mechanism has a privacy loss among its parameters."""
    return not is_dataclass(kind) or any(f.name == "eps" for f in fields(kind))


def loss_of(kind: type, root: str | None, eps: str | None, *, all_eps: bool) -> Loss:
    """The loss that the options state; a mechanism that takes no eps needs none of them.

    Raises:
        InputError: unless exactly one of them is given, or none where none is needed.
    """
    if root is eps is None and not all_eps and not takes_eps(kind):
        if is_continuous(kind):
            raise InputError(
                f"{spoken_name(kind)} takes no eps, and its noise is continuous: say at which eps "
                "it is decided: --eps X, or --all-eps"
            )
        return Loss(ONE, None)
    return Loss.given(root, eps, all_eps=all_eps)


def parts_of(kind: type) -> int:
    """Into how many exact parts the mechanism divides eps.

    Raises:
        InputError: if the class says something else than a positive integer.
    """
    parts = getattr(kind, "parts", 1)
    if not isinstance(parts, int) or parts < 1:
        raise InputError(f"{kind.__name__}.parts is {parts!r}: give an integer >= 1")
    return parts


def guarantee_of(mechanism: object) -> Guarantee[Any] | None:
    """What the mechanism promises, None if it states nothing.

    Raises:
        InputError: if it states something else than a `Guarantee`.
    """
    name = type(mechanism).__name__
    if "guarantee" not in dir(mechanism):
        return None
    with code_of(f"{name}.guarantee"):
        stated: object = attrgetter("guarantee")(mechanism)
    if type(stated) is not Guarantee:
        raise InputError(f"{name}.guarantee is no Guarantee: make it a property that returns one")
    for number in (stated.exp_eps, stated.delta):
        if not isinstance(number, Fraction | RationalFunction | ExponentialFunction):
            raise InputError(
                f"{name}.guarantee: {number!r} is a {type(number).__name__}: exp_eps and delta "
                "are exact: a Fraction, or a power of e^eps by eps.exp"
            )
    return stated


def _hints(kind: type) -> dict[str, Any]:
    with code_of(f"{kind.__name__}, types of its parameters"):
        found = get_type_hints(kind)
    for name in (f.name for f in fields(kind) if f.name not in found):
        raise InputError(
            f"{kind.__name__}.{name}: its type is not found: a mechanism is a dataclass whose "
            "metaclass hides none of its classes"
        )
    return found


def _value(text: str, hint: object, name: str) -> object:
    if text == "none" and type(None) in get_args(hint):
        return None
    hint = _without_none(hint)
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if origin is Domain:
        return _domain(text, name)
    if origin is bool:
        if text not in {"true", "false"}:
            raise InputError(f"-p {name}={text}: true or false")
        return text == "true"
    if origin is int:
        return integer(text, name)
    if origin is Fraction or hint is R:
        return rational(text, f"-p {name}")
    if origin is str:
        return text
    named = _named(hint)
    if named is not None:
        return member(text, named, name)
    if origin is tuple and arguments:
        inner = arguments[0]
        return tuple(_value(part, inner, name) for part in text.split(",") if part.strip())
    raise _untyped(name, hint)


def _typed(hint: object) -> bool:
    """Whether values of the type can be typed."""
    hint = _without_none(hint)
    origin, arguments = get_origin(hint) or hint, get_args(hint)
    if origin is tuple and arguments:
        return get_origin(arguments[0]) is not tuple and _typed(arguments[0])
    return origin in {Domain, bool, int, Fraction, str} or hint is R or _named(hint) is not None


def _without_none(hint: object) -> object:
    """The type of a tuple that may be left out, typed `none`, where it is there."""
    *some, last = get_args(hint) or (hint,)
    listed = last is type(None) and len(some) == 1 and get_origin(some[0]) is tuple
    return some[0] if listed else hint


def _named(hint: object) -> type[Enum] | None:
    """The enumeration that the type is, or whose members it allows besides other values."""
    parts = get_args(hint) if get_origin(hint) in {Union, UnionType} else (hint,)
    kinds = (part for part in parts if inspect.isclass(part) and issubclass(part, Enum))
    return next(kinds, None)


def member(text: str, kind: type[E], name: str) -> E:
    """A member of an enumeration by its value.

    Raises:
        InputError: if there is none.
    """
    for each in kind:
        if text == each.value:
            return each
    raise InputError(f"-p {name}={shortened(text)}: {_members(kind)}")


def _members(kind: type[Enum]) -> str:
    *most, last = (str(each.value) for each in kind)
    return f"{', '.join(most)} or {last}" if most else last


def _untyped(name: str, hint: object, kind: type | None = None) -> InputError:
    own = f" ({kind.__module__}.{kind.__name__})" if kind is not None and ours(kind) else ""
    derived = ""
    if kind is not None and own and command_name(kind.__name__) == "threshold-release":
        derived = "; or `exactdp sample thresholds`, which derives all parameters from a target"
    return InputError(
        f"-p {name} ({_type_name(hint)}) cannot be typed: build the mechanism in Python{own}, or "
        f"give file.py:Class, a dataclass of your own whose __call__ runs it{derived}"
    )


def _domain(text: str, name: str) -> Domain[int]:
    with as_bad_input(f"-p {name}={text}: "):
        if "," in text:
            return Domain(tuple(integer(part, name) for part in text.split(",")))
        return Domain.of_size(integer(text, name))


def _type_name(hint: object) -> str:
    """The type as a person writes it: Domain, int, tuple of int, the members of an Enum."""
    listed = _named(hint)
    if listed is not None:
        return _members(listed)
    origin, arguments = get_origin(hint), get_args(hint)
    if origin is tuple and arguments:
        return f"tuple of {_type_name(arguments[0])}"
    if origin in {Union, UnionType}:
        return " or ".join(
            "none" if part is type(None) else _type_name(part) for part in arguments
        )
    if isinstance(hint, TypeVar) and hint is not R:
        return "Python object"
    named = origin or hint
    return named.__name__ if isinstance(named, type) else str(named).removeprefix("~")


def _default(f: DataclassField[Any]) -> str | None:
    """The default value as it is typed on the command line, None if there is none."""
    value = f.default if f.default_factory is MISSING else f.default_factory()
    if value is MISSING:
        return None
    if isinstance(value, Domain):
        plain = value.values == range(value.size)
        return str(value.size) if plain else ",".join(map(str, value))
    if isinstance(value, bool):
        return str(value).lower()
    if inspect.isfunction(value):
        return value.__name__
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
