"""Runs inside the environment of diffprivlib: laws of its mechanisms, and samples.

Every class takes `random_state`, and draws by `random_state.random()` alone; a `RandomState`
with another `random` is all that is needed to follow it.  (Its default, `SystemRandom`, also
gives uniform multiples of 2^-53.)
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from audits.conformance.exhaustion import exhaust
from audits.conformance.tape import Tape
from audits.conformance.uniform import UNIT
from audits.conformance.workers.serve import FINE, histogram, law_json, outcome, serve

numpy = import_module("numpy")
mechanisms = import_module("diffprivlib.mechanisms")
tools = import_module("diffprivlib.tools")
models = import_module("diffprivlib.models")

NUMBERS = {"nan": math.nan, "inf": math.inf, "-inf": -math.inf}


class Source(numpy.random.RandomState):  # type: ignore[misc,name-defined]  # loaded by name
    """A `RandomState` whose uniforms are given (it reads the system's when it is made)."""

    uniforms: Iterator[Any]

    def random(self, size: object = None) -> Any:
        """The next uniform."""
        del size
        return next(self.uniforms)


def _source(uniforms: Iterator[Any]) -> Source:
    source = Source(0)
    source.uniforms = uniforms
    return source


def _from_tape(tape: Tape) -> Iterator[Any]:
    while True:
        yield tape.random()


def _mechanism(name: str, parameters: Mapping[str, Any], uniforms: Iterator[Any]) -> Any:
    return getattr(mechanisms, name)(**parameters, random_state=_source(uniforms))


def law(name: str, parameters: dict[str, Any], value: Any) -> dict[str, object]:
    """The law of `mechanism.randomise(value)`, by its random tape."""
    source = _source(iter(()))

    def program(tape: Tape) -> Hashable:
        source.uniforms = _from_tape(tape)
        mechanism = getattr(mechanisms, name)(**parameters, random_state=source)
        return outcome(lambda: mechanism.randomise(value))

    return law_json(exhaust(program, FINE))


def steps(name: str, parameters: dict[str, Any], value: int, ks: list[int]) -> list[object]:
    """`mechanism.randomise(value)` for many values k / 2^53 of its one uniform."""
    uniforms: list[float] = []
    mechanism = _mechanism(name, parameters, (uniforms.pop() for _ in iter(int, 1)))
    found = []
    for k in ks:
        uniforms[:] = [k / UNIT]
        found.append(outcome(lambda: mechanism.randomise(value)))
    return found


def tool_steps(
    name: str, arguments: dict[str, Any], others: list[int], position: int, ks: list[int]
) -> list[object]:
    """A tool's output number `position`, as a function of the uniform of the same number.

    The other outputs have the uniforms `others` (k / 2^53).
    """
    outputs = []
    for k in ks:
        taken = [*others[:position], k, *others[position:]]
        source = _source(iter([t / UNIT for t in taken]))
        outputs.append(outcome(partial(_released, name, arguments, source, position)))
    return outputs


def _released(name: str, arguments: Mapping[str, Any], source: Any, position: int) -> Any:
    released = getattr(tools, name)(**_tuples(arguments), random_state=source)
    return numpy.ravel(released[0] if isinstance(released, tuple) else released)[position]


def tool_samples(
    name: str, arguments: dict[str, Any], data: list[Any], count: int
) -> list[list[Any]]:
    """Samples of a tool on data that may contain "nan", "inf" and "-inf"; floats by 1/4."""
    array = numpy.array([NUMBERS.get(x, x) if isinstance(x, str) else x for x in data], float)
    run, arguments = getattr(tools, name), _tuples(arguments)
    return histogram(_binned(run(array, **arguments)) for _ in range(count))


def regression_samples(
    xs: list[float], ys: list[float], bounds: float, epsilon: float, count: int
) -> list[list[Any]]:
    """What a fitted regression through the origin stores of the sum of x^2."""
    x, y = numpy.array(xs, float).reshape(-1, 1), numpy.array(ys, float)
    found = []
    for _ in range(count):
        model = models.LinearRegression(
            epsilon=epsilon, bounds_X=(0, bounds), bounds_y=(0, bounds), fit_intercept=False
        )
        found.append(_binned(model.fit(x, y)._obj_coefs[2][0][0]))  # noqa: SLF001  # no other way
    return histogram(found)


def samples(name: str, parameters: dict[str, Any], value: Any, count: int) -> list[list[Any]]:
    """Samples of `mechanism.randomise(value)` with the library's own randomness."""
    mechanism = getattr(mechanisms, name)(**parameters)
    return histogram(outcome(lambda: mechanism.randomise(value)) for _ in range(count))


def _tuples(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """JSON has no tuples, and bounds and ranges must be tuples."""
    return {k: tuple(v) if k in {"bounds", "range"} else v for k, v in arguments.items()}


def cells(parameters: dict[str, Any], width: float, shown: int, count: int) -> list[list[Any]]:
    """Samples of floor(Laplace.randomise(0) / width), clamped to [-shown, shown - 1]."""
    mechanism = mechanisms.Laplace(**parameters)
    drawn = (math.floor(mechanism.randomise(0) / width) for _ in range(count))
    return histogram(min(max(cell, -shown), shown - 1) for cell in drawn)


def _binned(value: Any) -> Hashable:
    number = float(value)
    return str(number) if not math.isfinite(number) else math.floor(4 * number) / 4


CALLS: Mapping[str, Callable[..., object]] = {
    "law": law,
    "cells": cells,
    "steps": steps,
    "tool_steps": tool_steps,
    "tool_samples": tool_samples,
    "regression_samples": regression_samples,
    "samples": samples,
}

if __name__ == "__main__":
    warnings.simplefilter("ignore")
    serve(CALLS)

__all__: Sequence[str] = ["CALLS"]
