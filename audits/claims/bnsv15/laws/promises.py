"""Mechanisms that promise too much: a mistake that can be made in any of them."""

from audits.claims.prelude import *


@dataclass(frozen=True, slots=True)
class Promising:
    """A mechanism with a promise that is not its own."""

    mechanism: Any
    guarantee: Guarantee[Any]

    def __call__(self, database: Any, coins: Coins[Any], /) -> Any:
        return coins.delegate(self.mechanism, database)


def _nothing(promised: Guarantee[Any]) -> Guarantee[Any]:
    one = promised.exp_eps / promised.exp_eps
    return Guarantee(one, one - one)


TOO_SMALL: dict[str, Callable[[Guarantee[Any]], Guarantee[Any]]] = {
    "promises that nothing is lost": _nothing,
    "promises no delta": lambda it: replace(it, delta=it.delta - it.delta),
    "promises half of the delta": lambda it: replace(it, delta=it.delta / 2),
    "promises no eps": lambda it: replace(it, exp_eps=it.exp_eps / it.exp_eps),
    "promises half of e^eps - 1": lambda it: replace(it, exp_eps=(1 + it.exp_eps) / 2),
}
"""Promises that a mechanism with a loss and a delta, both of which it needs, does not keep."""

PURE = ("promises that nothing is lost", "promises half of e^eps - 1")
"""Those that one without a delta does not keep."""


def too_small(build: Build, *names: str) -> dict[str, Build]:
    """What is built, with each of the promises that are too small, or those with these names."""
    return {name: partial(_promising, build, name) for name in names or TOO_SMALL}


def _promising(build: Build, name: str, *given: Any) -> Promising:
    made = build(*given)
    return Promising(made, TOO_SMALL[name](made.guarantee))
