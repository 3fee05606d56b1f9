"""Section 3.1: noise for counts, recapitulated, and the exponential mechanism without the half."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.every_eps import R, every
from audits.claims.vt14.laws.small_databases import Table, by_weights, two_levels
from reference.mechanisms.noise.geometric_mechanism import GeometricCount
from reference.mechanisms.selection.exponential import ExponentialMechanism

TABLES = (
    Table(((0, 1, 1), (1, 0, 1)), 1),
    Table(((0, 2, 2), (2, 0, 0)), 2),
    Table(((0, 1, 3, 2), (1, 0, 2, 3), (1, 1, 1, 1)), 2),
    Table(((0, 3), (0, 0)), 3),
)
QUALITIES = "qualities = self.qualities(database)"
NEAR_THE_BEST = f"""{QUALITIES} => {QUALITIES}
        best = max(qualities.values())
        qualities = {{y: q for y, q in qualities.items() if q >= best - 1}}"""
WRONG[by_weights] = {
    "twice the exponent: what is 2 eps-private is called eps-private": "Epsilon(root => "
    "Epsilon(root * root",
    "the sensitivity taken to be 1": "Epsilon(root => Epsilon(root**table.sensitivity",
    "only outputs near the best": wrong(
        by_weights, ExponentialMechanism=wrong(ExponentialMechanism, NEAR_THE_BEST)
    ),
    "the worst output is the likeliest": wrong(
        by_weights,
        ExponentialMechanism=wrong(ExponentialMechanism, "self.root(1) => self.root(-1)"),
    ),
    "all outputs alike": "Epsilon(root => Epsilon(root / root",
    "scores of the next database": given(
        by_weights, table=lambda t: replace(t, scores=(*t.scores[1:], t.scores[0]))
    ),
}


@claim("VT14.ALG.ExpMech", over(table=TABLES, root=(TWO, Fraction(9, 8))), about=by_weights)
def weights_of_the_notes(build: Build, table: Table, root: Fraction) -> Check:
    """The exponential mechanism outputs y with probability proportional to e^(-eps u(x, y)/D), u a
    score of which less is better, D = max_y of the global sensitivity of u(., y).

    Cases: Two to four outputs, D = 1, 2, 3, e^(eps/D) = root; every probability against the
    weights written down. It is the mechanism of other papers at twice their eps.
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

    Cases: Two to four outputs, e^eps = 2.
    """
    mechanism = build(table, TWO)
    for i, scores in enumerate(table.scores):
        yield from rising(law(mechanism, (i,)), scores)


@claim("VT14.TXT.score-sign", over(table=TABLES), form=Form.CORRECTED, about=by_weights)
def scores_that_say_how_bad(build: Build, table: Table) -> Check:
    """With weights e^(-eps score(x, y)/D), the score indicating how bad y is, better outputs have
    a higher weight.

    Cases: Two to four outputs, e^eps = 2.
    """
    mechanism = build(table, TWO)
    for i, scores in enumerate(table.scores):
        yield from rising(law(mechanism, (i,)), tuple(-u for u in scores))


@claim(
    "VT14.L3.EXP",
    over(others=sized((2, 3, 8), (2, 3, 8, 20), (2, 3, 8, 20, 60)), gap=(1, 2)),
    about=by_weights,
)
def twice_eps_private(build: Build, others: int, gap: int) -> Check:
    """The exponential mechanism is 2 eps-private: weight_x(y) <= e^eps weight_x'(y), and so is the
    sum of the weights.

    Cases: One good output and K others, all scores turned round on the neighbour, D = gap; every
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


@dataclass(frozen=True, slots=True)
class Counts:
    """Each count with noise of its own, shown around it."""

    eps: Epsilon[Any]
    width: int

    def __call__(self, counts: Rows, coins: Coins[Any], /) -> Rows:
        noise = NoisyInteger(self.eps.exp(-1), (-self.width, self.width))
        return tuple(c + coins.run(noise, 0) for c in counts)


def one_count(rows: int, root: Any) -> Any:
    """A count of bits."""
    return GeometricCount(0, rows, Epsilon(root))


def below_the_root(queries: int, constant: int) -> Interval:
    """C sqrt(ln k), as recapitulated, in units of the scale of the noise."""
    return constant * sqrt(ln(queries))


RECAP = Parts(one=one_count, several=Counts, below=below_the_root)
DOUBLED = "c + coins => c + 2 * coins"
WRONG[RECAP] = {
    "half the noise": RECAP.but(one="Epsilon(root) => Epsilon(root * root)"),
    "half the rate of several": RECAP.but(several=("exp(-1) => exp(-2)", DOUBLED)),
    "noise of several doubled": RECAP.but(several=DOUBLED),
    "log k beside the root": RECAP.but(below="sqrt(ln(queries)) => ln(queries)"),
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
    about=RECAP,
    uses=("VT14.TXT.k-laplace-error", "VT14.ALG.GaussianK"),
)
def one_and_several_queries(parts: Parts, k: int, root: Fraction) -> Check:
    """One count with noise of scale 1/(eps n) is eps-private; all of k counts with such noise are
    within about ln(k)/(eps n), eps the loss of each: within m rows but with probability at most
    2 k g^(m+1)/(1 + g), g = e^(-eps). So for a loss of all k together log k stands beside the
    root: O(sqrt(k log(1/delta)) log(k)/(eps n)) (TXT.k-laplace-error). It cannot stand below it:
    K errors of Laplace noise, all within C sqrt(ln K) of its scales, are less likely than not.

    Cases: Geometric noise on counts; one to three rows and every eps; m = 2, 3; the probability
    itself, 1 less a product of k factors, too. C = k and K = 4 e^(C^2): Pr[|Lap(1)| > t] = e^-t,
    and none of K is above t with probability at most e^(-K e^-t).
    """
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
            yield accurate(mechanism, these([counts]), near, k * off, name=f"m = {m}")
            kept = law(mechanism, counts).probability_that(partial(near, counts))
            yield eq(f"m = {m}, exactly", 1 - kept, 1 - (1 - off) ** k)
