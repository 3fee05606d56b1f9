"""The problems by name, with their parameters as the command line gives them: KEY=VALUE.

>>> build("interior-point", {"domain": "2", "rows": "1"}).name
'interior point of 2 points, 1 rows'
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Hashable, Mapping
from contextlib import suppress
from fractions import Fraction
from typing import get_type_hints

from audits.engines.optimum.problem import Problem
from audits.engines.optimum.problems import counts, learning, order, public_data, tables
from audits.inputs.files import text_of
from audits.inputs.literals import LONGEST_NUMBER, InputError, shortened
from audits.inputs.loading import code_of, user_module
from audits.inputs.places import functions_of
from audits.near_names import hint, same
from reference.exact.decimals import read_rational
from reference.probability.purity import OutsideSourceError, pure

Builder = Callable[..., object]

LARGEST = 500
"""Of the integers that a built-in problem takes, in absolute value: it lists so many at least."""

CATALOGUE: Mapping[str, Builder] = {
    "interior-point": order.interior_point,
    "interior-point-average": order.interior_point_average,
    "undominated-point": order.undominated_point,
    "median": order.median,
    "quantile": order.quantile,
    "counting-query": counts.counting_query,
    "counting-loss": counts.counting_loss,
    "one-way-marginals": counts.one_way_marginals,
    "point-sanitisation": counts.point_sanitisation,
    "threshold-release": counts.threshold_release,
    "pac-learning": learning.pac_learning,
    "empirical-learning": learning.empirical_learning,
    "public-data": public_data.mean_release,
    "public-data-error": public_data.mean_squared_error,
    "public-data-thresholds": public_data.public_thresholds,
}
"""Built-in problems; each is a function whose parameters are numbers, words or true/false."""

WORDS: Mapping[str, tuple[str, ...]] = {"concepts": tuple(learning.CLASSES)}
"""The words that a parameter of those may be."""


def build(name: str, parameters: Mapping[str, str]) -> Problem[Hashable, Hashable]:
    """A problem of the catalogue, of a file `*.json`, or of a function `file.py:function`.

    Raises:
        ValueError: for an unknown problem, a parameter that is unknown, missing or refused, or a
            function of the user that fails or is no function of its parameters alone.
    """
    if name.endswith(".json"):
        return _from_file(name, parameters)
    if known := same(name, CATALOGUE):
        name = known
        arguments = _arguments(name, CATALOGUE[name], parameters)
        _refuse_large(arguments)
        try:
            problem = CATALOGUE[name](**arguments)
        except ValueError as refusal:
            typed = " ".join(f"-p {key}={shortened(text)}" for key, text in parameters.items())
            raise ValueError(f"{typed}: {refusal}") from None
    else:
        builder = _function(name)
        arguments = _arguments(name, builder, parameters)
        try:
            with code_of(name), pure():
                problem = builder(**arguments)
        except OutsideSourceError as outside:
            raise ValueError(f"{name}: {outside}") from None
    if not isinstance(problem, Problem):
        raise ValueError(f"{name}: the function returned no Problem but {problem!r}")  # noqa: TRY004
    return problem


def parameters_of(name: str) -> dict[str, str]:
    """The parameters of a built-in problem: their types, with defaults."""
    builder = CATALOGUE[name]
    hints = get_type_hints(builder)
    return {
        p.name: _allowed(name, p.name, hints[p.name])
        + ("" if p.default is inspect.Parameter.empty else f" = {_shown(p.default)}")
        for p in inspect.signature(builder).parameters.values()
    }


def _arguments(
    name: str, builder: Builder, parameters: Mapping[str, str]
) -> dict[str, int | bool | str | Fraction]:
    known = inspect.signature(builder).parameters
    hints = _types(builder)
    for key in parameters:
        if key not in known:
            has = f"the parameters {', '.join(known)}" if known else "no parameters"
            raise ValueError(f"-p {shortened(key)}: {name} has {has}{hint(key, known)}")
    for key, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and key not in parameters:
            allowed = _allowed(name, key, hints[key]) if key in hints else "a number or a word"
            raise ValueError(f"{name} needs -p {key}=VALUE ({allowed})")
    return {
        key: _value(text, hints[key] if key in hints else _kind(text), key)
        for key, text in parameters.items()
    }


def _types(builder: Builder) -> dict[str, object]:
    """The types of parameters: as annotated, else that of a default; none for the others."""
    defaults = {
        p.name: type(p.default)
        for p in inspect.signature(builder).parameters.values()
        if isinstance(p.default, int | str | Fraction)
    }
    try:
        return defaults | get_type_hints(builder)
    except Exception:  # noqa: BLE001 - an annotation is any expression, and may name nothing
        return dict(defaults)


def _kind(text: str) -> type:
    """The type of a value of which nothing is known but what was typed."""
    for kind, read in ((int, whole), (Fraction, read_rational)):
        with suppress(ValueError):
            read(text)
            return kind
    return {"true": bool, "false": bool}.get(text, str)


def _refuse_large(arguments: Mapping[str, int | bool | str | Fraction]) -> None:
    """Before anything is enumerated."""
    for key, value in arguments.items():
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"-p {key}={shortened(str(value))}: at most {LARGEST} here")


def _value(text: str, hint: object, key: str) -> int | bool | str | Fraction:
    kind = _type_name(hint)
    try:
        if kind == "true or false":
            return {"true": True, "false": False}[text]
        if kind == "integer":
            return whole(text)
        if kind == "rational":
            return read_rational(text)
    except (KeyError, ValueError):
        raise ValueError(
            f"-p {key}={shortened(text)}: give a value of type {kind}, of at most "
            f"{LONGEST_NUMBER} digits"
        ) from None
    return text


def _allowed(name: str, key: str, hint: object) -> str:
    """What may be given: the type, or the words themselves."""
    if name in CATALOGUE and key in WORDS:
        return " or ".join(WORDS[key])
    return _type_name(hint)


def _type_name(hint: object) -> str:
    if hint is bool:
        return "true or false"
    if hint is int or hint == int | None:
        return "integer"
    return "rational" if hint is Fraction else "word"


def _shown(default: object) -> str:
    return str(default).lower() if isinstance(default, bool) else str(default)


def _from_file(name: str, parameters: Mapping[str, str]) -> Problem[Hashable, Hashable]:
    if parameters:
        raise ValueError(f"-p {min(parameters)}: a table has no parameters")
    try:
        table: object = json.loads(text_of(name), parse_int=whole)
    except InputError:
        raise
    except RecursionError:
        raise ValueError(f"{name}: nested too deeply") from None
    except ValueError as failure:
        raise ValueError(f"{name}: {failure}") from None
    return widened(tables.from_json(table))


def whole(text: str) -> int:
    """An integer that is not too long.

    Raises:
        ValueError: for anything else.
    """
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} digits, at most {LONGEST_NUMBER} are read")
    return int(text)


def widened(problem: tables.Listed) -> Problem[Hashable, Hashable]:
    """The same problem; its outcomes are of some hashable type."""
    return Problem(
        problem.name, problem.universe, tuple(problem.outcomes), problem.scores, (), problem.loss
    )


def _function(name: str) -> Builder:
    place, colon, attribute = name.rpartition(":")
    if not colon or not place.endswith(".py"):
        others = hint(name, CATALOGUE)
        those = f"one of {', '.join(CATALOGUE)}, a file.json or file.py:function"
        raise ValueError(
            f"problem {name!r}: {f'there is none of this name{others}' if others else those}"
        )
    found = getattr(user_module(place), attribute, None)
    if not inspect.isfunction(found):
        others = hint(attribute, functions_of(place))
        raise ValueError(f"problem {name!r}: {place} defines no function {attribute!r}{others}")
    return found
