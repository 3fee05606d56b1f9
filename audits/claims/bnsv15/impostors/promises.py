"""Mechanisms that promise too much."""

from audits.claims.prelude import *


@dataclass(frozen=True)
class Promising:
    """A mechanism with a promise that is not its own."""

    mechanism: Any
    guarantee: Guarantee[Any]

    def __call__(self, database: Any, coins: Coins[Any], /) -> Any:
        return coins.delegate(self.mechanism, database)


Promise = Callable[[Guarantee[Any]], Guarantee[Any]]


def _nothing(promised: Guarantee[Any]) -> Guarantee[Any]:
    one = promised.exp_eps / promised.exp_eps
    return Guarantee(one, one - one)


TOO_SMALL: dict[str, Promise] = {
    "promises that nothing is lost": _nothing,
    "promises no delta": lambda it: replace(it, delta=it.delta - it.delta),
    "promises half of the delta": lambda it: replace(it, delta=it.delta / 2),
    "promises no eps": lambda it: replace(it, exp_eps=it.exp_eps / it.exp_eps),
    "promises half of e^eps - 1": lambda it: replace(it, exp_eps=(1 + it.exp_eps) / 2),
}
"""Promises that a mechanism with a loss and a delta, both of which it needs, does not keep."""


def promising(build: Build, promise: Promise) -> Build:
    """What is built, with another promise."""

    def built(*given: Any) -> Promising:
        made = build(*given)
        return Promising(made, promise(made.guarantee))

    return built


def promised_as(right: Build, build: Build) -> Build:
    """What is built, with the promise of what should have been built."""
    return lambda *given: Promising(build(*given), right(*given).guarantee)


def too_small(build: Build) -> dict[str, Build]:
    """What is built, with each of the promises that are too small."""
    return {name: promising(build, promise) for name, promise in TOO_SMALL.items()}
