"""Section 2: differential privacy and its composition."""

from audits.claims.prelude import *
from audits.claims.klmns20.laws.compositions import (
    BIT,
    Interrogation,
    LeakyResponses,
    advanced_composition,
    second_order,
)
from audits.claims.klmns20.words import *
from audits.claims.standard_mechanisms.events import is_that_of_the_worst_event
from reference.privacy.divergence import hockey_stick

LAWS: tuple[Dist[int, Fraction], ...] = tuple(
    law(ExponentialInteriorPoint(Domain.of_size(4), eps_at(2)), rows)
    for rows in combinations_with_replacement(range(4), 2)
)


@claim(
    "KLMNS20.D2.1",
    over(first=range(len(LAWS)), second=range(len(LAWS)), x=(ONE, Fraction(3, 2), Fraction(4))),
    about=hockey_stick,
)
def events_and_hockey_sticks(distance: Build, first: int, second: int, x: Fraction) -> Check:
    """(eps, delta)-privacy speaks of all events; it is the same to bound sum_y max(P(y) - e^eps
    Q(y), 0) by delta.

    Where: x is e^eps, and first and second are the numbers of the two laws.

    Cases: Laws of the exponential mechanism over 4 points on all databases of two rows; all 16
    events.
    """
    yield from is_that_of_the_worst_event(distance, LAWS[first], LAWS[second], x)


not_finitely_checkable(
    "KLMNS20.TXT.ADVCOMP",
    statement="k adaptive (eps, delta)-private mechanisms are about "
    "(eps sqrt(k), delta k)-private.",
    reason="it is not said what `about` leaves out: of TreeLog's guarantee the same word leaves "
    "out log n, and a factor n of delta; the concrete form has all terms",
)


def _composed(
    eps: Interval, k: int, slack: Interval, delta: Fraction
) -> tuple[Interval, Fraction]:
    return advanced_composition(eps, k, slack), k * delta


LOSS = "advanced_composition(eps, k, slack)"
WRONG[_composed] = {
    "eps sqrt(k) alone": f"{LOSS} => eps * sqrt(k)",
    "forgets ln(1/delta')": wrong(
        _composed, f"{LOSS} => eps * sqrt(2 * k) + second_order(eps, k)", second_order=second_order
    ),
    "forgets the second-order term": f"{LOSS} => eps * sqrt(2 * k * slack)",
    "delta once": "k * delta => delta",
}


@claim(
    "KLMNS20.TXT.ADVCOMP",
    over(
        root=(TWO, Fraction(3, 2), Fraction(9, 8)),
        delta=(Fraction(0), Fraction(1, 1000)),
        k=sized((1, 2, 3, 4, 64), (*range(1, 9), 64), (*range(1, 17), 64, 256)),
        j=(1, 2, 4, 8, 64),
    ),
    form=Form.CONCRETE,
    about=_composed,
)
def advanced_composition_of_responses(
    bound: Build, root: Fraction, delta: Fraction, k: int, j: int
) -> Check:
    """k adaptive (eps, delta)-private mechanisms are (eps sqrt(2k ln(1/delta')) + k eps (e^eps -
    1), k delta + delta')-private for every delta' > 0.

    Cases: k randomized responses that tell the bit with probability delta, the worst case; delta'
    = e^(-eps j).  Up to four such responses about one of three points, where the next question
    depends on the answers.  The bound is far from what they need (it uses a tail bound, and k eps
    (e^eps - 1) where half of k eps^2 is lost on average).
    """
    eps = ln(root)
    loss, added = bound(eps, k, j * eps, delta)
    claimed = Guarantee(low(exp(loss)), added + root**-j)
    yield private(LeakyResponses(Epsilon(root), delta, k), BIT, claimed)
    if k <= 4 and j <= 2:
        asking = Interrogation(Epsilon(root), delta, k, 3)
        yield private(asking, replace_one(range(3), 1), claimed, name="adaptive")
