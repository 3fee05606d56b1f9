"""Section 3.1: noise for counts, recapitulated, and the exponential mechanism without the half."""

from itertools import permutations

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import R, every, pure, these
from audits.claims.vt14.impostors.small_databases import (
    OTHER_WEIGHTS,
    WRONG_WEIGHTS,
    Backwards,
    by_weights,
)
from audits.claims.vt14.laws.small_databases import Table, two_levels
from reference.mechanisms.noise.geometric_mechanism import GeometricCount, NoisyInteger

TABLES = (
    Table(((0, 1, 1), (1, 0, 1)), 1),
    Table(((0, 2, 2), (2, 0, 0)), 2),
    Table(((0, 1, 3, 2), (1, 0, 2, 3), (1, 1, 1, 1)), 2),
    Table(((0, 3), (0, 0)), 3),
)


@claim(
    "VT14.ALG.ExpMech",
    over(table=TABLES, root=(TWO, Fraction(9, 8))),
    about=by_weights,
    impostors=OTHER_WEIGHTS,
)
def weights_of_the_notes(build: Build, table: Table, root: Fraction) -> Check:
    """The exponential mechanism outputs y with probability proportional to e^(-eps u(x, y)/D), u a
    score of which less is better, D = max_y of the global sensitivity of u(., y).

    Fair: Two to four outputs, D = 1, 2, 3, e^(eps/D) = root; every probability against the weights
    written down. It is the mechanism of other papers at twice their eps.
    """
    mechanism = build(table, root)
    for i, scores in enumerate(table.scores):
        found = law(mechanism, (i,))
        total = sum((root**-u for u in scores), Fraction(0))
        for y, u in enumerate(scores):
            yield eq(f"x = {i}, y = {y}", found.probability(y) * total, root**-u)


def rising(found: Dist[int, Fraction], goodness: Rows) -> Iterator[Comparison]:
    """Better outputs are likelier."""
    for y, z in permutations(range(len(goodness)), 2):
        if goodness[y] < goodness[z]:
            yield lt(f"{y}, {z}", found.probability(y), found.probability(z))


@claim(
    "VT14.TXT.score-sign",
    over(table=TABLES),
    about=by_weights,
    refuted=Erratum(
        Grade.WORDING,
        "3.1, proof of Theorem 3.1.1, the exponential mechanism: the score is to say 'how good y "
        "is', but takes the place of max |q(y) - q(x)|, which says how bad it is",
        left="the chance of the output with the lower score",
        right="that of the one with the higher score",
    ),
)
def scores_that_say_how_good(build: Build, table: Table) -> Check:
    """Output y with probability in proportion to e^(-eps score(x, y)/D), the score indicating how
    good y is as an output: then good outputs have a higher weight than bad outputs.

    Fair: Two to four outputs, e^eps = 2.
    """
    mechanism = build(table, TWO)
    for i, scores in enumerate(table.scores):
        yield from rising(law(mechanism, (i,)), scores)


@claim(
    "VT14.TXT.score-sign",
    over(table=TABLES),
    form=Form.CORRECTED,
    about=by_weights,
    impostors={
        "the sign is changed": lambda table, root: by_weights(
            Backwards(table.scores, table.sensitivity), root
        ),
        "no score": lambda table, _: by_weights(table, Fraction(1)),
        "scores of the next database": lambda table, root: by_weights(
            replace(table, scores=(*table.scores[1:], table.scores[0])), root
        ),
    },
)
def scores_that_say_how_bad(build: Build, table: Table) -> Check:
    """With weights e^(-eps score(x, y)/D), the score indicating how bad y is, better outputs have
    a higher weight.

    Fair: Two to four outputs, e^eps = 2.
    """
    mechanism = build(table, TWO)
    for i, scores in enumerate(table.scores):
        yield from rising(law(mechanism, (i,)), tuple(-u for u in scores))


@claim(
    "VT14.L3.EXP",
    over(others=sized((2, 3, 8), (2, 3, 8, 20), (2, 3, 8, 20, 60)), gap=(1, 2)),
    about=by_weights,
    impostors=WRONG_WEIGHTS,
)
def twice_eps_private(build: Build, others: int, gap: int) -> Check:
    """The exponential mechanism is 2 eps-private: weight_x(y) <= e^eps weight_x'(y), and so is the
    sum of the weights.

    Fair: One good output and K others, all scores turned round on the neighbour, D = gap; every
    eps. Its loss is exactly (1 + K r)/(1 + K/r), r = e^eps, above e^eps for K > 1 and, with more
    and more outputs, as near to r^2 as one likes: the half of other papers is needed.
    """
    table = Table(two_levels(others, gap), gap)
    mechanism = build(table, R)
    yield private(mechanism, table.universe, pure(R ** (2 * gap)))
    first, second = (law(build(table, TWO), (i,)) for i in (0, 1))
    if 0 in first and 0 in second:
        r = TWO**gap
        ratio = first.probability(0) / second.probability(0)
        yield eq("the loss at the good output", ratio, (1 + others * r) / (1 + others / r))


@dataclass(frozen=True)
class Counts:
    """Each count with noise of its own, shown around it."""

    eps: Epsilon[Any]
    width: int
    shared: bool = False
    factor: int = 1

    def __call__(self, counts: Rows, coins: Coins[Any], /) -> Rows:
        w, ratio = self.width, self.eps.exp(-1)
        if self.shared:
            z = coins.run(NoisyInteger(ratio, (-w, w)), 0)
            return tuple(c + z for c in counts)
        z_of = [coins.run(NoisyInteger(ratio, (-w, w)), 0) for _ in counts]
        return tuple(c + self.factor * z for c, z in zip(counts, z_of, strict=True))


def one_count(rows: int, root: Any) -> Any:
    """A count of bits."""
    return GeometricCount(0, rows, Epsilon(root))


def below_the_root(queries: int, constant: int) -> Interval:
    """C sqrt(ln k), as recapitulated, in units of the scale of the noise."""
    return constant * sqrt(ln(queries))


@dataclass(frozen=True)
class Recap:
    """Noise for one count, and for several, and what their errors are not all within."""

    one: Build = one_count
    several: Build = Counts
    below: Callable[[int, int], Interval] = below_the_root


WRONG_RECAPS: dict[str, Callable[[], Recap]] = {
    "half the noise": lambda: Recap(one=lambda n, r: GeometricCount(0, n, Epsilon(r * r))),
    "half the rate of several": lambda: Recap(
        several=lambda eps, width: Counts(Epsilon(eps.root, 2), width, factor=2)
    ),
    "noise of several doubled": lambda: Recap(
        several=lambda eps, width: Counts(eps, width, factor=2)
    ),
    "log k beside the root": lambda: Recap(below=lambda queries, c: c * ln(queries)),
}


not_finitely_checkable(
    "VT14.TXT.recap1",
    statement="We have seen that one counting query is answered with eps-privacy by noise "
    "Lap(1/(eps n)), and k of them with high probability within O(sqrt(k log(1/delta) log(k))/"
    "(eps n)).",
    reason="an order, and no mechanism is named for k queries: Gaussian noise has this error "
    "(ALG.GaussianK). What 2.1.2 shows is Laplace noise, whose error has log(k) beside the root: "
    "the concrete form",
)


@claim(
    "VT14.TXT.recap1",
    over(k=(1, 2, 3), root=(TWO, Fraction(3, 2))),
    form=Form.CONCRETE,
    about=Recap,
    impostors=WRONG_RECAPS,
    uses=("VT14.TXT.k-laplace-error", "VT14.ALG.GaussianK"),
)
def one_and_several_queries(recap: Callable[[], Recap], k: int, root: Fraction) -> Check:
    """One count with noise of scale 1/(eps n) is eps-private; all of k counts with such noise are
    within about ln(k)/(eps n), eps the loss of each: within m rows but with probability at most
    2 k g^(m+1)/(1 + g), g = e^(-eps). So for a loss of all k together log k stands beside the
    root: O(sqrt(k log(1/delta)) log(k)/(eps n)) (TXT.k-laplace-error). It cannot stand below it:
    K errors of Laplace noise, all within C sqrt(ln K) of its scales, are less likely than not.

    Fair: Geometric noise on counts; one to three rows and every eps; m = 2, 3; the probability
    itself, 1 less a product of k factors, too. C = k and K = 4 e^(C^2): Pr[|Lap(1)| > t] = e^-t,
    and none of K is above t with probability at most e^(-K e^-t).
    """
    parts = recap()
    many = 4 * exp(k * k).ceil()
    none_above = exp(-(many * exp(-parts.below(many, k))))
    yield lt("all of K errors small", high(none_above), HALF)
    yield private(parts.one(k, R), replace_one((0, 1), k), pure(every(1).exp()))
    g = 1 / root
    for m in (2, 3):
        counts = tuple(range(k))
        mechanism = parts.several(Epsilon(root), m + 1)
        off = 2 * g ** (m + 1) / (1 + g)

        def near(truth: Rows, told: Rows, m: int = m) -> bool:
            return all(abs(a - b) <= m for a, b in zip(truth, told, strict=True))

        if k * off < 1:
            universe = these([counts])
            yield accurate(mechanism, universe, near, k * off, name=f"m = {m}")
            found = law(mechanism, counts)
            kept = sum((found.probability(y) for y in found if near(counts, y)), Fraction(0))
            yield eq(f"m = {m}, exactly", 1 - kept, 1 - (1 - off) ** k)
