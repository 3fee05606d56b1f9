"""Section 2.1: quality functions and the exponential mechanism."""

from audits.claims.prelude import *
from audits.claims.klmns20.words import *
from audits.claims.standard_mechanisms.quality_vectors import (
    AsWritten,
    Depth,
    Vector,
    close_vectors,
)
from reference.mechanisms.selection.exponential import ExponentialMechanism

not_finitely_checkable(
    "KLMNS20.D.QUALITY",
    statement="The sensitivity of q is the largest |q(S, f) - q(S', f)| over neighbours and f; "
    "OPT(S) is the largest q(S, f).",
    reason="A definition: it states nothing. The claims that use it are decided.",
)


@claim(
    "KLMNS20.ALG.EXP",
    over(
        q=sized(*([*product(range(most + 1), repeat=3)] for most in (3, 6, 9))),
        sensitivity=(1, 2),
        root=(TWO, Fraction(3, 2)),
    ),
    about=ExponentialMechanism,
)
def exponential_mechanism(build: Build, q: Vector, sensitivity: int, root: Fraction) -> Check:
    """The exponential mechanism outputs f with probability e^(eps q(f)/(2D)) / sum_g e^(eps
    q(g)/(2D)), D the sensitivity of q.

    Cases: All vectors of three qualities, equal ones included; e^(eps/4) = root.
    """
    dist = law(build(AsWritten(), Epsilon(root, parts=4), sensitivity), q)
    weights = [root ** (2 // sensitivity * quality) for quality in q]
    for f, weight in enumerate(weights):
        yield eq(f"f = {f}", dist.probability(f), weight / sum(weights))


def _loses_less(loss: int) -> Callable[[Vector, int], bool]:
    return lambda q, f: q[f] > max(q) - loss


@claim(
    "KLMNS20.L2.2",
    over(sensitivity=(1, 2), most=sized((2,), (3,), (4,))),
    about=ExponentialMechanism,
)
def exponential_mechanism_is_private_and_accurate(
    build: Build, sensitivity: int, most: int
) -> Check:
    """The exponential mechanism is (eps, 0)-private; if the sensitivity is 1, its outcome has
    quality >= OPT - (2/eps) ln(|F|/beta) with probability >= 1 - beta.

    Cases: All quality functions of the given sensitivity with values up to `most` on three
    solutions, every eps. A loss of A = 1, 2, ... has to have probability <= |F| e^(-eps A/2); that
    is the statement for every beta between |F| e^(-eps A/2) and |F| e^(-eps (A - 1)/2).
    """
    universe = close_vectors(most, 3, sensitivity)
    mechanism = build(AsWritten(), Epsilon.indeterminate(4), sensitivity)
    yield private(mechanism, universe, pure(R**4))
    for loss in range(1, most + 1) if sensitivity == 1 else ():
        yield accurate(
            mechanism, universe, _loses_less(loss), 3 * R ** (-2 * loss), name=f"{loss}"
        )


@claim(
    "KLMNS20.L2.2",
    over(most=sized((2,), (3,), (4,)), candidates=(2, 3)),
    form=Form.CONCRETE,
    about=ExponentialMechanism,
)
def exponential_mechanism_sharply(build: Build, most: int, candidates: int) -> Check:
    """With F solutions and b = e^(eps/2): Pr[q <= OPT - A] <= (F - 1) b^-A / (1 + (F - 1) b^-A)
    for every integer A >= 1, with equality; for min(#{x <= y}, #{x >= y}), which no added row
    lowers, the mechanism is (eps/2, 0)-private for added and removed rows.

    Cases: All vectors of qualities, every eps; all databases of up to three rows over four points,
    by its quality and by the base case of TreeLog.
    The best constants: e^(eps/2) and the bound are attained.
    """
    mechanism = build(AsWritten(), Epsilon.indeterminate(2), 1)
    universe = close_vectors(most, candidates, 1)
    for loss in range(1, most + 1):
        odds = (candidates - 1) * R**-loss
        bound = odds / (1 + odds)
        yield accurate(mechanism, universe, _loses_less(loss), bound, name=f"A = {loss}")
    worst = these([(most, *[0] * (candidates - 1))])
    odds = (candidates - 1) * R**-most
    yield accurate(mechanism, worst, lambda q, f: q[f] == 0, 1 / (1 + odds), name="attained")
    points, half = Domain.of_size(4), Epsilon.indeterminate(2)
    for deep in (build(Depth(points), half, 1), ExponentialInteriorPoint(points, half)):
        yield private(deep, add_remove_one(points, 3), pure(R), name="added")
        yield private(deep, replace_one(points, 3), pure(R**2), name="replaced")
        for loss in (1, 2):
            bound = 3 * R**-loss / (1 + 3 * R**-loss)
            good = partial(_as_deep, loss)
            yield accurate(deep, replace_one(points, 3), good, bound, name=f"deep, A = {loss}")


def _as_deep(loss: int, rows: Rows, y: int) -> bool:
    return score(rows, y) > max(score(rows, z) for z in range(4)) - loss


@claim(
    "KLMNS20.TXT.EXPLOG",
    over(loss=sized(range(1, 6), range(1, 9), range(1, 12)), base=(2, 3)),
    about=ExponentialMechanism,
)
def loss_grows(build: Build, loss: int, base: int) -> Check:
    """The quality that the exponential mechanism guarantees decreases with log |F|: among b^A + 1
    solutions, one of quality A and the others of quality 0, b = e^(eps/2), it loses A =
    (2/eps) ln(|F| - 1) with probability 1/2.

    Cases: Any loss that is likelier than beta < 1/2 is as large; the bound is attained.
    """
    mechanism = build(AsWritten(), Epsilon(Fraction(base), parts=2), 1)
    universe = these([(loss, *[0] * base**loss)])
    yield accurate(mechanism, universe, lambda q, f: q[f] == 0, HALF)


@claim(
    "KLMNS20.TXT.EXPLOG",
    over(instance=((4, 3, TWO), (4, 5, Fraction(3, 2)), (8, 4, TWO))),
    form=Form.CONCRETE,
    about=ExponentialMechanism,
)
def loss_is_attained(build: Build, instance: tuple[int, int, Fraction]) -> Check:
    """With one solution of quality A and F - 1 of quality 0, Pr[q <= OPT - A] = (F - 1) b^-A / (1
    + (F - 1) b^-A): 3/11, 32/113 and 7/23 for (F, A, b) = (4, 3, 2), (4, 5, 3/2), (8, 4, 2).

    Cases: The formula for each (F, A, b) = instance, from above and from below.
    """
    candidates, loss, base = instance
    value = (candidates - 1) / (base**loss + candidates - 1)
    mechanism = build(AsWritten(), Epsilon(base, parts=2), 1)
    universe = these([(loss, *[0] * (candidates - 1))])
    yield accurate(mechanism, universe, lambda q, f: q[f] == loss, value, name="at most")
    yield accurate(mechanism, universe, lambda q, f: q[f] == 0, 1 - value, name="at least")
