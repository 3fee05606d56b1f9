"""Laws of the learners of section 4.2, written out from their pseudo-code by fractions."""

from audits.claims.prelude import *
from audits.claims.bbkn13.laws.exponential import exponential_law
from reference.data.star import Star
from reference.mechanisms.learning.function_family import AffineFunction, field_product
from reference.mechanisms.learning.noisy_point_learner import NoisyPointLearner
from reference.mechanisms.learning.subsampled_learner import SubsampledLearner

Law = dict[Hashable, Fraction]


FAILED: Law = {BOTTOM: ONE}


def blended(parts: Iterable[tuple[Fraction, Law]]) -> Law:
    """The law that is each part with its probability."""
    total: Law = {}
    for chance, part in parts:
        for y, p in part.items():
            total[y] = total.get(y, Fraction(0)) + chance * p
    return total


def patterns(rows: Rows, rate: Fraction) -> Iterator[tuple[Fraction, tuple[bool, ...]]]:
    """Which rows are kept, each with this rate, and how likely that is."""
    for kept in product((False, True), repeat=len(rows)):
        yield prod((rate if k else 1 - rate for k in kept), start=ONE), kept


def noisy_law(centre: Sequence[int], mu: Fraction) -> Law:
    """Independent flips of a centre, by products."""
    return {
        Values(h): prod(
            (mu if a != b else 1 - mu for a, b in zip(h, centre, strict=True)), start=ONE
        )
        for h in product((0, 1), repeat=len(centre))
    }


def fitting(rows: Rows, t: int) -> list[int]:
    """The points whose functions agree with every example."""
    examples = [row for row in rows if not isinstance(row, Star)]
    return [j for j in range(t) if all(int(x == j) == y for x, y in examples)]


def _positive(rows: Rows) -> bool:
    return any(not isinstance(row, Star) and row[1] for row in rows)


def a1_law(rows: Rows, t: int, mu: Fraction, rule: str) -> Law:
    """The law of A1, from the concepts that are consistent."""
    found = fitting(rows, t)
    zero = not _positive(rows)
    if not found and not (zero and rule == "two-cases"):
        return {BOTTOM: ONE}
    return noisy_law([int(not zero and x == found[0]) for x in range(t)], mu)


def a4_law(rows: Rows, degree: int, ones: int) -> Law:
    """The law of A4 over the affine family: uniform on the keys that fit."""
    t = 1 << degree
    found = fitting(rows, t)
    if not found:
        return {BOTTOM: ONE}
    keys = [
        (u, v)
        for u, v in product(range(t), repeat=2)
        if not _positive(rows) or field_product(u, found[0], degree) ^ v < ones
    ]
    return {AffineFunction(degree, ones, u, v): Fraction(1, len(keys)) for u, v in keys}


def subsampled_law(
    rows: Rows, sampling: Fraction, failure: Fraction, base: Callable[[Rows], Law]
) -> Law:
    """The law of A2 and A5, as a sum over all subsets."""
    parts = [
        ((1 - failure) * chance, base(tuple(row for row, k in zip(rows, kept, strict=True) if k)))
        for chance, kept in patterns(rows, sampling)
    ]
    return blended([(failure, {BOTTOM: ONE}), *parts])


def starred_law(rows: Rows, keeping: Fraction, base: Callable[[Rows], Law]) -> Law:
    """The law of star subsampling, as a sum over all ways to put stars."""
    return blended(
        (chance, base(tuple(row if k else Star.STAR for row, k in zip(rows, kept, strict=True))))
        for chance, kept in patterns(rows, keeping)
    )


def a2_law(rows: Rows, t: int, alpha: Fraction, rule: str = "literal") -> Law:
    """The law of A2."""
    return subsampled_law(
        rows, alpha / 4, alpha / 8, lambda part: a1_law(part, t, alpha / 8, rule)
    )


def boosted_law(
    runs: Sequence[Law], rest: Sequence[LabelledExample], root: Fraction, on_bottom: str
) -> Law:
    """The law of a choice among one output of each run."""
    parts = []
    for outputs in product(*(run.items() for run in runs)):
        chance = prod((p for _, p in outputs), start=ONE)
        found = [h for h, _ in outputs if on_bottom == "keep" or not isinstance(h, Bottom)]
        errors = [errors_of(h, rest) for h in found]
        law_of_choice: Law = exponential_law(found, errors, root) if found else dict(FAILED)
        parts.append((chance, law_of_choice))
    return blended(parts)


def errors_of(output: Any, rest: Sequence[LabelledExample]) -> int:
    """Errors on the examples; bottom errs on all."""
    return sum(isinstance(output, Bottom) or output(x) != y for x, y in rest)


def inner_examples(alpha: Fraction) -> int:
    """ceil(2 ln 4 / alpha): what A1 needs."""
    return (ln(4) * 2 / alpha).ceil()


def outer_examples(alpha: Fraction) -> int:
    """ceil(32 ln 4 / alpha^2): what A2 needs."""
    return (ln(4) * 32 / alpha**2).ceil()


def a2(
    t: int, flip: Any, sampling: Any, failure: Any, rule: str = "literal"
) -> SubsampledLearner[Values | Bottom, Any]:
    """A2 with free rates."""
    return SubsampledLearner(NoisyPointLearner(t, flip, rule), t, sampling, failure)


def tail(centre: int, target: int, masses: Sequence[Fraction], alpha: Fraction) -> Fraction:
    """Pr[error(c_target, h) >= alpha] for noise of rate alpha/8 around a centre (-1: zero)."""
    around = noisy_law([int(x == centre) for x in range(len(masses))], alpha / 8)
    return sum(
        (
            p
            for h, p in around.items()
            if isinstance(h, Values)
            and sum(m for x, m in enumerate(masses) if h(x) != int(x == target)) >= alpha
        ),
        Fraction(0),
    )


def a2_failure(masses: Sequence[Fraction], alpha: Fraction, rows: int) -> Fraction:
    """Pr[A2 fails or has error >= alpha] on rows for the target 0, by whether 0 was sampled."""
    miss = (1 - alpha / 4 * masses[0]) ** rows
    wrong = miss * tail(-1, 0, masses, alpha) + (1 - miss) * tail(0, 0, masses, alpha)
    return alpha / 8 + (1 - alpha / 8) * wrong


@dataclass(frozen=True, slots=True)
class OneIn:
    """A learner that outputs a good hypothesis with a fixed probability, else a bad one."""

    good: Hypothesis
    bad: Hypothesis
    chance: Fraction

    def __call__(self, database: Database[LabelledExample], coins: Coins[Any], /) -> Hypothesis:
        return self.good if coins.draw(bernoulli(self.chance)) else self.bad
