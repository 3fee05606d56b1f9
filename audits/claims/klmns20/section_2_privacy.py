"""Section 2: differential privacy and its composition."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement

from audits.claims.klmns20.laws.compositions import (
    BIT,
    Responses,
    advanced_composition,
    second_order,
)
from audits.claims.klmns20.laws.exactly import Rows, eps_at
from audits.claims.vocabulary import eq, low
from audits.engines.comparisons import Comparison
from audits.ledger import Erratum, Form, Grade, claim, over, private, sized
from audits.ledger.forms import Item
from reference.data.domain import Domain
from reference.exact.interval import Interval, exp, ln, sqrt
from reference.mechanisms.interior_point.exponential_interior_point import ExponentialInteriorPoint
from reference.privacy.divergence import hockey_stick
from reference.privacy.epsilon import Epsilon
from reference.privacy.guarantee import Guarantee
from reference.probability.coins import Mechanism
from reference.probability.dist import Dist
from reference.probability.law import law

Law = Dist[int, Fraction]

LAWS: tuple[Law, ...] = tuple(
    law(ExponentialInteriorPoint(Domain.of_size(4), eps_at(2)), rows)
    for rows in combinations_with_replacement(range(4), 2)
)


def _worst_outcome(first: Law, second: Law, x: Fraction) -> Fraction:
    return max(first.probability(y) - x * second.probability(y) for y in range(4))


@claim(
    "KLMNS20.D2.1",
    Form.PRINTED,
    over(
        first=range(len(LAWS)),
        second=range(len(LAWS)),
        x=(Fraction(1), Fraction(3, 2), Fraction(4)),
    ),
    about=hockey_stick,
    impostors={
        "looks at single outcomes": _worst_outcome,
        "forgets e^eps": lambda first, second, _: hockey_stick(first, second, Fraction(1)),
        "compares in the other order": lambda first, second, x: hockey_stick(second, first, x),
    },
)
def events_and_hockey_sticks(
    distance: Callable[[Law, Law, Fraction], Fraction], first: int, second: int, x: Fraction
) -> Iterator[Comparison]:
    """(eps, delta)-privacy speaks of all events; it is the same to bound sum_y max(P(y) - e^eps
    Q(y), 0) by delta.

    Fair: Laws of the exponential mechanism over 4 points on all databases of two rows; all 16
    events.
    """
    p, q = LAWS[first], LAWS[second]
    events = chain.from_iterable(combinations(range(4), k) for k in range(5))
    worst = max(
        sum((p.probability(y) - x * q.probability(y) for y in event), Fraction(0))
        for event in events
    )
    yield eq("worst event", distance(p, q, x), worst)


@claim(
    "KLMNS20.TXT.ADVCOMP",
    Form.PRINTED,
    over(constant=range(1, 9)),
    about=Responses,
    refuted=Erratum(
        Grade.WORDING,
        "Section 2, below Definition 2.1 (missing: delta' > 0, and a factor sqrt(ln(1/delta')))",
        "the likelihood ratio of k responses",
        "e^(C eps sqrt(k))",
    ),
)
def composition_as_printed(
    build: Callable[..., Mechanism[Rows, int, Fraction]], constant: int
) -> Iterator[Item]:
    """k adaptive (eps, delta)-private mechanisms are about (eps sqrt(k), delta k)-private: up to a
    constant factor C, (C eps sqrt(k), C delta k)-private.

    Fair: Pure mechanisms (delta = 0, as Definition 2.1 admits): k = (C + 1)^2 randomized
    responses; e^eps = 2. The argument is the same for every C.
    """
    mechanism = build(Epsilon(Fraction(2)), (constant + 1) ** 2)
    claimed = Guarantee(Fraction(2) ** (constant * (constant + 1)), Fraction(0))
    yield private(mechanism, BIT, claimed)


Bound = Callable[[Interval, int, Interval], Interval]


@claim(
    "KLMNS20.TXT.ADVCOMP",
    Form.CORRECTED,
    over(
        root=(Fraction(2), Fraction(3, 2), Fraction(9, 8)),
        k=sized((1, 2, 3, 4, 64), (*range(1, 9), 64), (*range(1, 17), 64, 256)),
        j=(1, 2, 4, 8, 64),
    ),
    about=advanced_composition,
    impostors={
        "as printed, eps sqrt(k)": lambda eps, k, _: eps * sqrt(k),
        "forgets ln(1/delta')": lambda eps, k, _: eps * sqrt(2 * k) + second_order(eps, k),
        "forgets the second-order term": lambda eps, k, slack: eps * sqrt(2 * k * slack),
    },
)
def advanced_composition_of_responses(
    bound: Bound, root: Fraction, k: int, j: int
) -> Iterator[Item]:
    """They are (eps sqrt(2k ln(1/delta')) + k eps (e^eps - 1), k delta + delta')-private for every
    delta' > 0.

    Fair: k randomized responses, the worst case for k pure mechanisms; delta' = e^(-eps j). The
    bound is far from what they need (it uses a tail bound, and k eps (e^eps - 1) where half of k
    eps^2 is lost on average).
    """
    eps = ln(root)
    claimed = Guarantee(low(exp(bound(eps, k, j * eps))), root**-j)
    yield private(Responses(Epsilon(root), k), BIT, claimed)
