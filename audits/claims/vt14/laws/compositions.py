"""Binary channels, trees of them, and what any pair of laws is made of: for composition."""

from audits.claims.prelude import *
from reference.privacy.curve import curve

Law = Dist[int, Fraction]
Part = dict[int, Fraction]
"""A measure on outcomes."""


@dataclass(frozen=True, slots=True)
class Channel:
    """A law of outcomes for each value of one bit."""

    weights: tuple[tuple[int, ...], tuple[int, ...]]
    """Of the outcomes 0, 1, ..., for the bit 0 and for the bit 1."""

    exp_eps: Fraction
    """e^eps, which is what it keeps to."""

    delta: Fraction = Fraction(0)
    """The same."""

    @property
    def guarantee(self) -> Guarantee[Fraction]:
        """(eps, delta)."""
        return Guarantee(self.exp_eps, self.delta)

    def __call__(self, database: Rows, coins: Coins[Fraction], /) -> int:
        chances = enumerate(self.weights[database[0]])
        return coins.draw(Dist.weighted((y, Fraction(w)) for y, w in chances if w))


RIGHT = Channel(((2, 1), (1, 2)), TWO)
FLIPPED = Channel(((1, 2), (2, 1)), TWO)
CONSTANT = Channel(((1, 0), (1, 0)), TWO)
THREE_WAYS = Channel(((2, 1, 3), (1, 2, 3)), TWO)
TELLING = Channel(((3, 4, 2, 0), (0, 2, 4, 3)), TWO, Fraction(1, 3))
"""Channels of the loss ln 2; the first two are the worst for delta = 0, the last one for 1/3."""

MENUS = (
    (RIGHT, FLIPPED),
    (RIGHT, CONSTANT),
    (FLIPPED, THREE_WAYS),
    (THREE_WAYS, RIGHT),
    (CONSTANT, THREE_WAYS),
    (CONSTANT, TELLING),
    (TELLING, RIGHT),
)
"""What the next mechanism is, after an even and after an odd output."""


def power(one: Law, rounds: int) -> Dist[str, Fraction]:
    """Independent outcomes, written one after the other."""
    law: Dist[str, Fraction] = Dist.point("")
    for _ in range(rounds):
        law = law.product(one).map(lambda both: f"{both[0]}{both[1]}")
    return law


def indistinguishable(exp_eps: Fraction, delta: Fraction, parts: int) -> list[tuple[Law, Law]]:
    """All pairs of laws of three outcomes, probabilities in parts, that are (eps, delta)-close."""
    triples = [w for w in product(range(parts + 1), repeat=3) if sum(w) == parts]
    laws = [Dist.weighted((y, Fraction(w)) for y, w in enumerate(t) if w) for t in triples]
    return [
        (p, q)
        for p, q in product(laws, repeat=2)
        if max(each.delta_at(exp_eps) for each in (curve(p, q), curve(q, p))) <= delta
    ]


def parts_of(pair: tuple[Law, Law], exp_eps: Fraction, delta: Fraction) -> tuple[Part, ...]:
    """The measures into which a channel turns 0, ..., 3 of the worst pair, for e^eps > 1.

    Laws (P, P') that are (eps, delta)-close are P = A + (r B + C)/(1+r), P' = D + (B + r C)/(1+r),
    where A and D have the mass delta, B and C 1 - delta.  For let H = min(P, r P'), H' = min(P', r
    P): their masses are at least 1 - delta, and H'/r <= H, H/r <= H'.  Between H and H'/r (or H'
    and H/r) there is one with the mass of the other; both are scaled down to 1 - delta, and what
    is left of P and P' is A and D.
    """
    r, outcomes = exp_eps, pair[0].support | pair[1].support
    p, q = ({y: law.probability(y) for y in outcomes} for law in pair)
    here, there = ({y: min(a[y], r * b[y]) for y in outcomes} for a, b in ((p, q), (q, p)))
    least = min(sum(each.values(), Fraction(0)) for each in (here, there))
    h = _of_mass(here, there, r, least, 1 - delta)
    g = _of_mass(there, here, r, least, 1 - delta)
    return (
        {y: p[y] - h[y] for y in outcomes},
        {y: (r * h[y] - g[y]) / (r - 1) for y in outcomes},
        {y: (r * g[y] - h[y]) / (r - 1) for y in outcomes},
        {y: q[y] - g[y] for y in outcomes},
    )


def _of_mass(mine: Part, other: Part, r: Fraction, mass: Fraction, scaled_to: Fraction) -> Part:
    """A measure of this mass between mine and other/r, which is below; then scaled."""
    most, least = sum(mine.values()), sum(other.values()) / r
    share = (mass - least) / (most - least) if most > least else Fraction(1)
    scale = scaled_to / mass
    return {y: scale * (share * mine[y] + (1 - share) * other[y] / r) for y in mine}
