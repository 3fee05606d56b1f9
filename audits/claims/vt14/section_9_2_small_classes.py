"""Section 9.2: learners and protocols make each other, for every concept class on few points."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.protocols import hard_pairs, optimal_coin, skewed, tosses, weights
from reference.data.class_masks import EveryClass
from reference.data.concept import error
from reference.data.one_way_protocol import Pairs, best_average
from reference.mechanisms.learning.exponential_learner import ExponentialLearner
from reference.probability.law import laws
from reference.reductions.learner_from_protocol import LearnerFromProtocol
from reference.reductions.protocol_from_learner import ProtocolFromLearner

Class = tuple[Values, ...]
Rule = Callable[[Rows], dict[Values, Fraction]]

FOUR = Epsilon(TWO, 2)
"""e^eps = 4."""


def every_class(size: int, most: int) -> Iterator[Class]:
    """The classes on some points, of at most so many concepts."""
    every = EveryClass(size)
    return (every.concepts(mask) for mask in every.classes if mask.bit_count() <= most)


def every_kind(size: int, most: int) -> Iterator[Class]:
    """One class of all that are alike: by other names of points, and other labels at some."""
    every = EveryClass(size)
    renamed = [
        [sum((f >> x & 1) << names[x] for x in range(size)) ^ labels for f in range(1 << size)]
        for names, labels in product(permutations(range(size)), range(1 << size))
    ]
    for concepts in every_class(size, most):
        numbers = [sum(y << x for x, y in enumerate(c.values)) for c in concepts]
        if every.mask(numbers) == min(every.mask(each[f] for f in numbers) for each in renamed):
            yield concepts


def learners(concepts: Class, size: int) -> Iterator[tuple[str, Any, Rule]]:
    """Private learners of a class, with their laws from weights alone; e^eps = 4."""
    coin = optimal_coin(concepts, size, 2)
    yield (
        "exponential",
        ExponentialLearner(concepts, size, FOUR),
        lambda rows: summed([([*concepts], Fraction(1))], TWO, rows),
    )
    yield (
        "from the best protocol",
        LearnerFromProtocol(coin, size, 1, FOUR),
        lambda rows: summed(tosses(coin, 1), TWO, rows),
    )


def summed(
    drawn: Iterable[tuple[list[Values], Fraction]], base: Fraction, rows: Rows
) -> dict[Values, Fraction]:
    """The law of the choice among the functions that are drawn, by weights base^(-errors)."""
    found: dict[Values, Fraction] = {}
    for functions, weight in drawn:
        for h, q in zip(functions, weights(functions, base, rows), strict=True):
            found[h] = found.get(h, Fraction(0)) + weight * q
    return found


@claim(
    "VT14.ALG.Learn2CC",
    over(
        case=sized(((1, 2), (2, 4)), ((1, 2), (2, 4), (3, 2)), ((1, 2), (2, 4), (3, 3))),
        draws=(1, 3),
        accuracy=(Fraction(0), HALF),
    ),
    form=Form.CONCRETE,
    about=ProtocolFromLearner,
)
def every_learner_gives_a_protocol(
    build: Build, case: tuple[int, int], draws: int, accuracy: Fraction
) -> Check:
    """For every class: if L is eps-private and on n examples of each c, drawn by mu given c, has
    an error above a with probability at most b, then Alice and Bob are right on pairs from mu
    with probability at least (1 - a)(1 - (1 - (1 - b) e^(-eps n))^M) with M + 1 messages; so the
    best protocol is.

    Cases: (points, most concepts) = case, all such classes; e^eps = 4, n = 1; L the exponential
    learner of the class, and what ALG.CC2Learn makes of its best protocol with two messages: both
    ways, one after the other. mu uniform, and worst for M + 1 messages; the law of each answer as
    a geometric series; the best protocol by partitions.
    """
    size, most = case
    for concepts in every_class(size, most):
        laws_of_pairs = hard_pairs(concepts, size, draws + 1)
        for who, learner, rule in learners(concepts, size):
            base, name = rule(((0, 0),)), f"{[*map(str, concepts)]}, {who}"
            made = build(learner, 1, (0, 0), draws, accuracy)
            yield eq(f"{name}: messages", made.messages, draws + 1)
            yield le(f"{name}: bits", draws + 1, 1 << made.bits)
            yield lt(f"{name}: no bit more", 1 << made.bits, 2 * (draws + 1))
            for k, mu in enumerate(laws_of_pairs):
                right, bad = Fraction(0), Fraction(0)
                for c, mass, masses in given_concepts(concepts, size, mu):
                    fine = {h for h in base if error(c, h, masses) <= accuracy}
                    bad = max(bad, missed(rule, c, masses, fine))
                    tries = sum(((1 - part(base, fine)) ** j for j in range(draws)), Fraction(0))
                    meetings = [(c, masses, x) for x in range(size)]
                    for (_, p, x), said in zip(meetings, laws(made, meetings), strict=True):
                        one = tries * part(base, {h for h in fine if h(x)})
                        yield eq(f"{name}, {k}, {c}, {x}", said.probability(1), one)
                        right += mass * p[x] * said.probability(c(x))
                covered = 1 - (1 - (1 - bad) / 4) ** draws
                yield le(f"{name}, {k}: enough", (1 - accuracy) * covered, right)
                best = best_average(concepts, size, draws + 1, mu)
                yield le(f"{name}, {k}: the best", right, best)


def given_concepts(
    concepts: Class, size: int, mu: Pairs
) -> Iterator[tuple[Values, Fraction, tuple[Fraction, ...]]]:
    """Each concept, its mass, and the law of the point given it."""
    for i, c in enumerate(concepts):
        mass = sum((mu[i, x] for x in range(size)), Fraction(0))
        if mass:
            yield c, mass, tuple(mu[i, x] / mass for x in range(size))


def part(found: Mapping[Values, Fraction], chosen: Iterable[Values]) -> Fraction:
    """The probability of some hypotheses."""
    return sum((found[h] for h in chosen), Fraction(0))


def missed(rule: Rule, c: Values, masses: Sequence[Fraction], fine: set[Values]) -> Fraction:
    """The probability that a learner returns no fine hypothesis on one example of a concept."""
    return 1 - sum(
        (p * part(rule(((x, c(x)),)), fine) for x, p in enumerate(masses) if p), Fraction(0)
    )


@claim(
    "VT14.ALG.CC2Learn",
    over(
        case=sized(
            ((2, 3, 2, 2), (2, 4, 3, 1), (3, 3, 2, 1)),
            ((2, 4, 2, 2), (2, 4, 3, 2), (3, 3, 2, 2), (3, 4, 2, 1)),
            ((2, 4, 3, 2), (3, 4, 2, 2), (3, 5, 2, 1)),
        )
    ),
    about=LearnerFromProtocol,
    form=Form.CONCRETE,
)
def every_protocol_gives_a_learner(build: Build, case: tuple[int, int, int, int]) -> Check:
    """For every class: a protocol of m messages that is wrong on each pair with probability at
    most g gives an eps-private learner that chooses among k m functions, of which for every
    concept and distribution one has an error of at most 2 g, but for 2^-k.

    Cases: (points, most concepts, m, k) = case, all such classes; on three points one of all that
    are alike but for names of points and of labels; the best public coin, and the same protocols
    with unequal probabilities; all databases of one example, weights 4^(-errors), e^eps = 16: the
    law as a sum over all tosses; every concept, and distributions on the grid of thirds.
    """
    size, most, messages, count = case
    databases = [*replace_one(labelled_examples(size), 1).databases()]
    every: list[Any] = []
    for concepts in (every_class if size < 3 else every_kind)(size, most):
        best = optimal_coin(concepts, size, messages)
        for coin in dict.fromkeys((best, skewed(best))):
            made, drawn = build(coin, size, count, Epsilon(TWO, 4)), [*tosses(coin, count)]
            every.append(made)
            name = f"{[*map(str, concepts)]}, {len(every)}"
            for database, found in zip(databases, laws(made, databases), strict=True):
                for h, q in summed(drawn, TWO**2, database).items():
                    yield eq(f"{name}, {database}, {h}", found.probability(h), q)
            pairs = product(range(len(concepts)), range(size))
            wrong = max(
                sum((q for p, q in coin if not p.is_right(i, x, concepts)), Fraction(0))
                for i, x in pairs
            )
            for c, masses in product(concepts, grid_distributions(size, 3)):
                none = sum(
                    (q for f, q in drawn if min(error(c, h, masses) for h in f) > 2 * wrong),
                    Fraction(0),
                )
                yield le(f"{name}, {c}, {masses}", none * 2**count, 1)
    numbered = [*product(range(len(every)), databases)]
    blocks = (range(k, k + len(databases)) for k in range(0, len(numbered), len(databases)))
    near = tuple(pair for block in blocks for pair in combinations(block, 2))
    yield private(AnyOf((*every,)), ListedAdjacency((*numbered,), near), every[0].guarantee)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """Many learners as one, called on a number and the database for the learner of that number."""

    learners: tuple[Any, ...]

    def __call__(self, given: tuple[int, Rows], coins: Coins[Any], /) -> Any:
        """What it returns."""
        number, rows = given
        return coins.delegate(self.learners[number], rows)
