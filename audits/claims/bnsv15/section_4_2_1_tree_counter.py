"""Section 4.2.1, Lemma 4.7: thresholds from noisy counts of dyadic blocks."""

from audits.claims.prelude import *
from reference.mechanisms.release.tree_counter import TreeCounter, calibrate_tree_counter
from reference.probability.geometric import TwoSidedGeometric

EVERY = Epsilon[RationalFunction].indeterminate()

ROWS_UP_TO, NOISE = "bisect_left(rows, {})".format, "coins.run(noisy, true)"
ANEW = (
    "len(rows) if t + 1 == self.domain.size else "
    f"sum(coins.run(noisy, {ROWS_UP_TO('v')} - {ROWS_UP_TO('v - block_length(v)')}) "
    "for v in prefix_nodes(t + 1))"
)
WRONG_COUNTERS: dict[str, str | tuple[str, ...]] = {
    "the noise of a block is drawn again for every answer": (
        "{v for t in asked for v in prefix_nodes(t + 1)} - counts.keys() => ()",
        f"counts[t + 1] for t in asked => {ANEW} for t in asked",
    ),
    "the answer to t counts the rows before t": f"{ROWS_UP_TO('node')} - {ROWS_UP_TO('start')} => "
    f"{ROWS_UP_TO('node - 1')} - {ROWS_UP_TO('start - 1')}",
    "every node has the noise of the whole loss": "NoisyInteger(self.eps.exp(-1), shown) => "
    "NoisyInteger(self.eps.exp(-nodes_changed(self.domain.size)), shown)",
    "sees no row": "rows, shown = sorted(database) => rows, shown = [0] * len(database)",
}
WRONG[TreeCounter] = WRONG_COUNTERS | {
    "prefixes are summed over the points": wrong(TreeCounter, block_length=lambda _: 1),
    "twice the eps": twice_eps(TreeCounter),
}


def _halves(first: int, size: int) -> Iterator[range]:
    """The left halves of all ranges that arise when one is halved again and again."""
    if size > 1:
        half = size // 2
        yield range(first, first + half)
        yield from _halves(first, half)
        yield from _halves(first + half, half)


def _prefix(points: int, size: int) -> tuple[range, ...]:
    """The left halves that make up the first points."""
    chosen: list[range] = []
    for node in sorted(_halves(0, size), key=len, reverse=True):
        if node.stop <= points and all(node.start >= other.stop for other in chosen):
            chosen.append(node)
    return tuple(chosen)


@claim("BNSV15.ALG.Tree", over(multisets(4, sized(1, 2, 3), least=0)), about=TreeCounter)
def counts_of_blocks(build: Build, rows: Rows) -> Check:
    """The answer to t is the sum of noisy counts of the left halves, in a binary tree over the
    points, that make up the points up to t; every half has noise of its own, drawn once.

    Cases: Every eps, all answers to all queries over 4 points; noise is geometric, and shown from
    -1 to n + 1. The halves come from a tree that is cut in two again and again, their
    probabilities from the tails of the noise.
    """
    size, n = 4, len(rows)
    found = law(build(Domain.of_size(size), EVERY, 1), rows)
    noise, nodes = TwoSidedGeometric(EVERY.exp(-1)), sorted(_halves(0, size), key=str)
    prefixes = [_prefix(t + 1, size) for t in range(size - 1)]
    for values in product(range(-1, n + 2), repeat=len(nodes)):
        noisy = dict(zip(nodes, values, strict=True))
        mass = prod((_shown(noise, rows, node, noisy[node]) for node in nodes), start=UNIT)
        answers = (*(sum(noisy[v] for v in chosen) for chosen in prefixes), n)
        yield eq(answers, found.probability(answers), mass)


UNIT = RationalFunction.of(1)


def _shown(
    noise: TwoSidedGeometric[RationalFunction], rows: Rows, node: range, value: int
) -> RationalFunction:
    """The chance that the noisy count of a half is shown as a value from -1 to n + 1."""
    z = value - sum(x in node for x in rows)
    if value == -1:
        return noise.at_most(z)
    return noise.at_least(z) if value == len(rows) + 1 else noise.probability(z)


not_finitely_checkable(
    "BNSV15.L4.7",
    statement="For every finite X and all n, eps, beta there is an eps-differentially private "
    "release of the thresholds on X that is (alpha, beta)-accurate, for an alpha of the order "
    "log(1/beta) log^2.5 |X| / (eps n).",
    reason="Cited from Dwork, Naor, Pitassi and Rothblum (2010); that there is some algorithm, "
    "and its constant is not in the text at hand. The concrete form is decided.",
)


def _within(error: int) -> Callable[[Rows, Rows], bool]:
    return lambda d, y: all(abs(c - sum(x <= t for x in d)) <= error for t, c in enumerate(y))


Target = tuple[Fraction, Fraction, int]
"""eps, beta and |X|."""


def _target(target: Target) -> Iterator[Comparison]:
    """A loss, a failure probability, and more than one point."""
    eps, beta, size = target
    yield lt("eps", 0, eps)
    yield lt("0 < beta", 0, beta)
    yield le("beta <= 1", beta, 1)
    yield le("points", 2, size)


PROMISED = "Guarantee.pure(self.eps, nodes_changed(self.domain.size))"
HANDED, NODES = "TreeCounter(self.domain, Epsilon(self.root)", "max(1, nodes_changed(domain.size))"
WRONG[calibrate_tree_counter] = WRONG_COUNTERS | {
    "promises that nothing is lost": f"{PROMISED} => Guarantee.pure(self.eps, 0)",
    "promises half of e^eps - 1": f"{PROMISED} => "
    f"Guarantee((1 + {PROMISED}.exp_eps) / 2, {PROMISED}.delta)",
    "no noise from the seventh node on": f"{NOISE} => (true if node >= 7 else {NOISE})",
    "half of the error": "domain, root, error, => domain, root, error // 2,",
    "noise for an added row": f"{NODES} => max(1, levels(domain.size))",
    "the loss is shared by five nodes at most": f"{NODES} => min(5, {NODES})",
    "hands out twice the eps": f"{HANDED} => {HANDED.replace('.root', '.root**2')}",
}


TWENTIETH = Fraction(1, 20)
UP_TO_FOUR = (
    *((Fraction(9), HALF, 2), (Fraction(9), TWENTIETH, 2)),
    *((Fraction(9), HALF, 4), (Fraction(12), TWENTIETH, 4)),
)
EIGHT = (Fraction(9), TWENTIETH, 8)


def _plan(calibrate: Build, target: Target) -> Any:
    eps, beta, size = target
    return calibrate(eps, Fraction(1, 10), beta, Domain.of_size(size))


@claim(
    "BNSV15.L4.7",
    over(target=(*UP_TO_FOUR, EIGHT)),
    form=Form.CONCRETE,
    about=calibrate_tree_counter,
    given=_target,
    clause="privacy",
)
def counter_for_a_target(calibrate: Build, target: Target) -> Check:
    """For all eps > 0 and |X| >= 2 the calibrated counter is eps-private for replaced rows, with
    2 L - 1 nodes changed, L = ceil(log2 |X|).

    Cases: The laws of one row, against what the counter promises for its nodes, and that against
    eps; over 8 points six answers, and then the last one. Laws are not seen beyond 8 points.
    """
    eps, _, size = target
    domain, plan = Domain.of_size(size), _plan(calibrate, target)
    good = TreeCounter(domain, Epsilon(plan.root)).guarantee
    yield le("what the counter promises", good.exp_eps, exp_low(eps))
    handed = plan.showing(0, *(range(6) if size == 8 else ()))
    yield eq("what the one handed out promises", handed.guarantee.exp_eps, good.exp_eps)
    yield private(handed, replace_one(domain, 1), good)
    if size == 8:
        yield private(plan.showing(0, 6), replace_one(domain, 1), good, name="the last answer")


@claim(
    "BNSV15.L4.7",
    over(target=UP_TO_FOUR),
    form=Form.CONCRETE,
    about=calibrate_tree_counter,
    given=_target,
    clause="accuracy",
)
def counter_is_accurate(calibrate: Build, target: Target) -> Check:
    """It is accurate with its own error for all beta <= 1.

    Cases: The laws of one row, with counts shown far beyond the error.
    """
    _, beta, size = target
    plan = _plan(calibrate, target)
    shown = plan.showing(2 * plan.error + 1)
    yield accurate(shown, replace_one(Domain.of_size(size), 1), _within(plan.error), beta)


@claim(
    "BNSV15.L4.7",
    over(answer=range(7)),
    form=Form.CONCRETE,
    about=calibrate_tree_counter,
    clause="noise",
)
def every_answer_has_its_noise(calibrate: Build, answer: int) -> Check:
    """Each answer has the noise of the halves that make it up.

    Cases: Over 8 points, each answer by itself, on a row that it does not count.
    """
    plan = _plan(calibrate, EIGHT)
    noise = TwoSidedGeometric(1 / plan.root)
    none = law(plan.showing(0, answer), (7,)).probability((0,))
    yield eq("it is 0", none, noise.at_most(0) ** len(_prefix(answer + 1, 8)))


@claim(
    "BNSV15.L4.7",
    over(eps=(Fraction(1, 100), Fraction(1), Fraction(20)), size=(2, 3, 4, 61, 2**32)),
    form=Form.CONCRETE,
    about=calibrate_tree_counter,
    clause="error",
)
def error_of_the_counter(calibrate: Build, eps: Fraction, size: int) -> Check:
    """For beta <= 1/4 every answer is off by at most 4 log2(1/beta) log2^2.5 |X| / eps rows, but
    with probability beta.

    Cases: beta = 1/4; that the rows at alpha = 1/10 are enough; that all halves that hold one of
    two points (the least one and that in the middle) lose eps together. At beta = 1/2, |X| = 3,
    and as beta goes to 1, the error is larger than that. The two tails in the bound of the error
    are not seen: Chernoff's bound of one is more than both.
    """
    beta = QUARTER
    plan = _plan(calibrate, (eps, beta, size))
    bits = ln(size) / ln(2)
    most = ln(1 / beta) / ln(2) * 4 / eps * bits * bits * sqrt(bits)
    yield le("error", plan.error, low(most))
    yield le("rows", high(exact(plan.error) / Fraction(1, 10)), plan.rows_needed)
    half = 1 << ((size - 1).bit_length() - 1)
    changed = _holding(0, 2 * half) ^ _holding(half, 2 * half)
    yield le(f"{len(changed)} nodes", plan.root ** len(changed), exp_low(eps))


def _holding(point: int, size: int) -> set[range]:
    """The left halves that hold a point."""
    found, first = set(), 0
    while size > 1:
        size //= 2
        if point < first + size:
            found.add(range(first, first + size))
        else:
            first += size
    return found
