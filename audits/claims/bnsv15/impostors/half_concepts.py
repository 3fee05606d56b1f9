"""Wrong hard concepts, wrong couplings, and a wrong bound."""

from audits.claims.prelude import *
from reference.lower_bounds.half_concepts import Coupled, HalfConcepts, largest_success


def half_of_the_mass(points: int, rows: int, alpha: Fraction) -> HalfConcepts:
    """4 alpha n/d copies of each point."""
    return HalfConcepts(points, max(int(4 * alpha * rows / points), 1))


def twice_the_mass(points: int, rows: int, alpha: Fraction) -> HalfConcepts:
    """16 alpha n/d copies of each point."""
    return HalfConcepts(points, int(16 * alpha * rows / points))


@dataclass(frozen=True)
class OtherCoupling:
    """Coupled otherwise: from c, x and y to c'."""

    hard: HalfConcepts
    change: Callable[[tuple[int, ...], int, int], tuple[int, ...]]

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> Coupled:
        drawn = coins.run(self.hard, nothing)
        c = drawn.first
        return Coupled(c, self.change(c, drawn.one, drawn.zero), drawn.one, drawn.zero)


@dataclass(frozen=True)
class FirstZero:
    """y is the first zero, not a random one."""

    hard: HalfConcepts

    def __call__(self, nothing: tuple[()], coins: Coins[Fraction], /) -> Coupled:
        del nothing
        c = coins.draw(Dist.uniform(self.hard.concepts))
        x = coins.draw(Dist.uniform([i for i, label in enumerate(c) if label]))
        y = next(i for i, label in enumerate(c) if i and not label)
        second = tuple(1 - label if i in {x, y} else label for i, label in enumerate(c))
        return Coupled(c, second, x, y)


def one_relabelled(hard: HalfConcepts) -> OtherCoupling:
    """Only x changes its label."""
    return OtherCoupling(hard, lambda c, x, _: tuple(v if i != x else 0 for i, v in enumerate(c)))


def all_relabelled(hard: HalfConcepts) -> OtherCoupling:
    """Every point but x_0 changes its label."""
    return OtherCoupling(hard, lambda c, *_: (0, *(1 - v for v in c[1:])))


def at_half_the_distance(hard: HalfConcepts, guarantee: Guarantee[Fraction]) -> Fraction:
    """As if the databases differed in 8 alpha n/d rows."""
    kept = largest_success(hard, Guarantee(Fraction(1), Fraction(0)))
    x, delta = guarantee.exp_eps**hard.copies, Fraction(0)
    for _ in range(hard.copies):
        delta = guarantee.exp_eps * delta + guarantee.delta
    return 2 * kept * (x + delta) / (1 + x)
