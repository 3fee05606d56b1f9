"""Section 6.3: the t-way marginals, and independent noise on all of them."""

from audits.claims.prelude import *
from reference.data.marginals import marginals
from reference.exact.exponential import exp_bounds
from reference.mechanisms.noise.noisy_counts import NoisyCounts
from reference.privacy.composition import largest_root

Answers = tuple[Fraction, ...]
EVERY = Epsilon.indeterminate()


def truth_table(function: Callable[[int], int], d: int) -> tuple[int, ...]:
    """The values on all rows."""
    return tuple(function(row) for row in range(1 << d))


CASES = sized(
    ((1, 1), (2, 1), (2, 2), (3, 2), (4, 3)), ((4, 2), (4, 4), (5, 3)), ((5, 3), (6, 3), (6, 4))
)


@dataclass(frozen=True, slots=True)
class AllOf:
    """A conjunction of literals, which may be the same, or opposite."""

    literals: Sequence[Callable[[int], int]]

    def __call__(self, row: int, /) -> int:
        return int(all(literal(row) for literal in self.literals))


CHOSEN = "for chosen in combinations(range(attributes), ways)"
WRONG[marginals] = {
    "an attribute may be repeated": lambda d, t: [*map(AllOf, product(marginals(d, 1), repeat=t))],
    "at most t literals": (
        f"{CHOSEN} => for s in range(ways + 1) for chosen in combinations(range(attributes), s)",
        "repeat=ways => repeat=len(chosen)",
    ),
    "monotone ones only": "product((0, 1), repeat=ways) => [(1,) * ways]",
    "without the last attribute": f"{CHOSEN} => "
    "for chosen in combinations(range(attributes - 1), ways)",
    "t + 1 literals": "    return tuple( => "
    "    ways = min(ways + 1, attributes)\n    return tuple(",
    "each one twice": f"{CHOSEN} => for _ in range(2) {CHOSEN}",
}


@claim("VT14.D6.MARG", over(case=CASES), about=marginals)
def t_way_conjunctions(build: Build, case: tuple[int, int]) -> Check:
    """The t-way conjunctions over d attributes: those functions that are 1 exactly on the rows
    which agree with some pattern in t places, each once.

    Cases: (d, t) = case; the subcubes of dimension d - t, each from its least row and its
    greatest.
    """
    d, t = case
    cubes = set()
    for least, most in product(range(1 << d), repeat=2):
        free = least ^ most
        if least & most == least and free.bit_count() == d - t:
            cubes.add(tuple(int(row & ~free == least) for row in range(1 << d)))
    found = [truth_table(m, d) for m in build(d, t)]
    yield eq("number", len(found), len(cubes))
    yield true("the same functions", set(found) == cubes)


@claim("VT14.TXT.marg-count", over(case=CASES), about=marginals)
def number_of_marginals(build: Build, case: tuple[int, int]) -> Check:
    """There are k = 2^t C(d, t) of them, all different; every row has C(d, t).

    Cases: (d, t) = case.
    """
    d, t = case
    found = [truth_table(m, d) for m in build(d, t)]
    yield eq("listed", len(found), 2**t * comb(d, t))
    yield eq("different", len(set(found)), 2**t * comb(d, t))
    for row in range(1 << d):
        yield eq(f"of row {row}", sum(table[row] for table in found), comb(d, t))


def noisy_marginals(d: int, t: int, eps: Epsilon[Any]) -> Any:
    """Independent two-sided geometric noise on the count of every t-way marginal."""
    return NoisyCounts(marginals(d, t), Domain.of_size(1 << d), eps)


def leaking(*edits: str) -> Build:
    """The mechanism with other noise, or another promise."""
    return wrong(noisy_marginals, NoisyCounts=wrong(NoisyCounts, *edits))


COUNT = "sum(map(h, database))"
WRONG[noisy_marginals] = {
    "one draw for all marginals": leaking(
        "noisy = NoisyInteger(self.eps.exp(-1), (0, n)) => "
        "z = coins.run(NoisyInteger(self.eps.exp(-1), (-n, n)), 0)",
        f"coins.run(noisy, {COUNT}) => min(max({COUNT} + z, 0), n)",
    ),
    "the first count is exact": leaking(
        f"coins.run(noisy, {COUNT}) => coins.run(noisy, {COUNT}) if answers else {COUNT}"
    ),
    "half the noise": leaking("self.eps.exp(-1) => self.eps.exp(-2)"),
    "noise as for one query": leaking("(self.eps, self.counted) => (self.eps, 1)"),
    "twice the queries promised": leaking(
        "(self.eps, self.counted) => (self.eps, 2 * self.counted)"
    ),
}


@claim(
    "VT14.ALG.MargLaplace",
    over(case=sized(((1, 1, 1), (1, 1, 2), (2, 1, 1)), ((2, 2, 1),), ((2, 2, 1),))),
    about=noisy_marginals,
)
def independent_noise(build: Build, case: tuple[int, int, int]) -> Check:
    """With independent noise of ratio e^-eps on each of the k counts all t-way marginals are k
    eps-private; as one replaced row changes 2 C(d, t) counts at most, they are 2 C(d, t)
    eps-private, and no less.

    Cases: Every eps; (d, t, n) = case, all databases of n rows; a row and its complement lose it
    all. For t = 1 both are 2 d eps.
    """
    d, t, n = case
    made = build(d, t, EVERY)
    universe = replace_one(Domain.of_size(1 << d), n)
    one = EVERY.exp(0)
    yield private(made, universe, Guarantee(EVERY.exp(2 * comb(d, t)), one - one))
    yield private(made, universe, made.guarantee, name="as promised")
    yield eq("promised", made.guarantee.exp_eps, EVERY.exp(2**t * comb(d, t)))
    zeros, ones = (0,) * n, ((1 << d) - 1,) * n
    changed = (*ones[:1], *zeros[1:])
    mine = tuple(Fraction(2 * m(changed[0]) - 1) for m in marginals(d, t))
    left, right = (law(made, x).probability(mine) for x in (changed, zeros))
    yield eq("attained", left, EVERY.exp(2 * comb(d, t)) * right)


def root_for(k: int, eps: Fraction, delta: Fraction) -> Fraction:
    """e^eps_0 for k counts by optimal composition."""
    return largest_root(1 + Fraction(1, 2**20), (1,), k, eps, delta)


ROOT = "largest_root(1 + Fraction(1, 2**20), (1,), k, eps, delta)"
WRONG[root_for] = {
    "basic composition": f"{ROOT} => exp_bounds(eps / k)[0]",
    "twice the loss": f"{ROOT} => {ROOT} ** 2",
    "half the counts": "(1,), k, => (1,), k // 2,",
    "twice the counts": "(1,), k, => (1,), 2 * k,",
    "ten times delta": "eps, delta) => eps, 10 * delta)",
    "eps for one count": f"{ROOT} => exp_bounds(eps)[0]",
}


Setting = tuple[int, int, Fraction, Fraction]
"""d, t, eps, delta."""

LARGE: tuple[Setting, ...] = (
    (5, 2, Fraction(1), MILLIONTH),
    (8, 2, Fraction(1), MILLIONTH),
    (8, 3, Fraction(1, 2), MILLIONTH),
)
SMALL: Setting = (1, 1, Fraction(8), TENTH)


@claim(
    "VT14.TXT.marg-laplace",
    over(setting=(SMALL, *LARGE)),
    about=root_for,
    uses=("VT14.ALG.MargLaplace",),
)
def rows_that_are_enough(build: Build, setting: Setting) -> Check:
    """Independent noise answers all k t-way marginals within o(1) if n is above sqrt(k), up to
    logarithms: noise of ratio b = e^-eps_0 with 1/eps_0 <= (5/4) sqrt(k ln(1/delta))/eps is (eps,
    delta)-private in all, and no count is off by more than j but for the probability 2 k
    b^(j+1)/(1 + b) <= beta: n = (5/4) sqrt(k ln(1/delta)) ln(2k/beta)/(alpha eps) rows are enough.

    Cases: (d, t, eps, delta) = setting, alpha = beta = 1/10; the delta of k randomized responses
    by binomial sums; one step more is too much. The law of the noisy counts for d = t = 1, five
    rows, j = 0, 1, 2.
    """
    d, t, eps, delta = setting
    k, beta = 2**t * comb(d, t), TENTH
    root = build(k, eps, delta)
    if setting == SMALL:
        b = 1 / root_for(k, eps, delta)
        made = noisy_marginals(d, t, Epsilon(root))
        for j in range(3):
            good = near(d, t, j)
            failure = 2 * k * b ** (j + 1) / (1 + b)
            yield accurate(made, made.universe(5), good, failure, name=f"off by {j}")
        return
    least, most_of_e = exp_bounds(eps)
    yield le("delta", of_responses(root, k, least), delta)
    step = Fraction(1, 2**20)
    yield lt("one step more", delta, of_responses(root + step, k, most_of_e))
    scale = sqrt(k * ln(1 / delta)) / eps
    yield le("1/eps_0", high(1 / ln(root)), low(scale * Fraction(5, 4)))
    most = (scale * Fraction(5, 4) * ln(2 * k / beta)).floor()
    b = 1 / root
    yield chance("failure", 2 * k * b ** (most + 1) / (1 + b), beta)


def of_responses(root: Fraction, k: int, exp_eps: Fraction) -> Fraction:
    """The least delta of k responses to a bit that lose ln(root) each: by how many are true."""
    p, q = root.numerator, root.denominator
    excess: Iterator[Fraction] = (
        comb(k, j) * max(Fraction(0), p**j * q ** (k - j) - exp_eps * (p ** (k - j) * q**j))
        for j in range(k + 1)
    )
    total: int = (p + q) ** k
    return sum(excess, Fraction(0)) / total


def near(d: int, t: int, j: int) -> Callable[[tuple[int, ...], Answers], bool]:
    """Whether every count is off by at most j."""

    def good(rows: tuple[int, ...], answers: Answers) -> bool:
        counts = [sum(map(m, rows)) for m in marginals(d, t)]
        off = [abs((a + 1) * len(rows) / 2 - c) for a, c in zip(answers, counts, strict=True)]
        return all(error <= j for error in off)

    return good
