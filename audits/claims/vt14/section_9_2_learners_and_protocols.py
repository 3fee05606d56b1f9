"""Section 9.2: private learners give one-way protocols, and protocols give private learners."""

from audits.claims.prelude import *
from audits.claims.vt14.laws.protocols import (
    Meets,
    best_coin,
    learner,
    returned,
    skewed,
    tosses,
    weights,
)
from reference.data.concept import empirical_errors, error, labelled
from reference.data.named_classes import upper_thresholds
from reference.data.one_way_protocol import OneWayProtocol
from reference.probability.law import laws
from reference.reductions.learner_from_protocol import LearnerFromProtocol
from reference.reductions.protocol_from_learner import ProtocolFromLearner, draws_needed

THREE, R = Fraction(3), RationalFunction.r()
MASSES = (
    (HALF, HALF, Fraction(0)),
    (QUARTER, HALF, QUARTER),
    (Fraction(0), Fraction(0), Fraction(1)),
)


ON_BASE = "(self.base,) * self.rows"
TRIES = "range(self.draws)"
WRONG[ProtocolFromLearner] = {
    "no message for none": "return self.draws + 1 => return self.draws",
    "one bit more": "ceil_log2(self.messages) => ceil_log2(self.messages) + 1",
    "on Alice's labels": f"{ON_BASE} => ((self.base[0], concept(self.base[0])),) * self.rows",
    "on the other label": f"{ON_BASE} => ((self.base[0], 1 - self.base[1]),) * self.rows",
    "on one row more": f"{ON_BASE} => (self.base,) * (self.rows + 1)",
    "one draw fewer": f"{TRIES} => range(self.draws - 1)",
    "one draw more": f"{TRIES} => range(self.draws + 1)",
    "one draw, again and again": f"{TRIES} => range(min(self.draws, 1))",
    "error below a": "self.masses) > self.accuracy => self.masses) >= self.accuracy",
    "Alice knows the point": "concept, masses, self.accuracy) => "
    "concept, tuple(Fraction(x == point) for x in range(len(masses))), self.accuracy)",
    "1 for none": "return 0 => return 1",
}


@claim(
    "VT14.ALG.Learn2CC",
    over(draws=sized((0, 1, 2), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5)), accuracy=(QUARTER, HALF)),
    about=ProtocolFromLearner,
)
def first_good_draw(build: Build, draws: int, accuracy: Fraction) -> Check:
    """By the common coin both players run L on (0^d, 0)^n M times; Alice sends the number of a
    hypothesis that is good for her concept and for x of mu given it, and Bob returns its value at
    x. She has M + 1 messages, one for none.

    Cases: L the exponential learner of thresholds on three points, weights 2^(-errors), n = 1 and
    2; the least good number; every concept and point, three laws of points; a sum over all lists.
    """
    concepts = upper_thresholds(3)
    for n in (1, 2):
        found = build(learner(3, TWO), n, (0, 0), draws, accuracy)
        one = weights(concepts, TWO, ((0, 0),) * n)
        yield eq(f"n = {n}: messages", found.messages, draws + 1)
        yield le(f"n = {n}: bits", found.messages, 1 << found.bits)
        yield lt(f"n = {n}: no bit more", 1 << found.bits, 2 * (draws + 1))
        for c, masses, x in product(concepts, MASSES, range(3)):
            meeting = (c, masses, x)
            wanted = returned(concepts, one, draws, accuracy, meeting)
            yield eq(f"n = {n}, {c}, {masses}, {x}", law(found, meeting).probability(1), wanted)


WRONG[learner] = {
    "weights r^(-3 errors)": given(learner, root=lambda root: root**3),
    "weights r^(-8 errors)": given(learner, root=lambda root: root**8),
    "nearly consistent only": given(learner, root=R**64),
    "uniform": given(learner, root=lambda root: root / root),
}


@claim("VT14.TXT.fx-upper", over(n=sized((1, 2), (1, 2, 3), (1, 2, 3, 4))), about=learner)
def one_database_covers_all(build: Build, n: int) -> Check:
    """If L is eps-private then Pr[L((0^d, 0)^n) = h] >= e^(-eps n) Pr[L(D) = h] for every database
    D of n rows and every h; so M = e^O(eps n) hypotheses drawn on (0^d, 0)^n have a good one, and
    log M = O(eps n).

    Cases: The exponential learner of thresholds on four points, every eps, all labelled databases;
    at weights 2^(-errors), e^eps = 4, and n = 2 the least ratio is 2/17, above 1/16; for n = 1 it
    is 1/3. M = e^(eps n) ln(1/g)/(1 - b) is e^(eps n) up to a factor that does not depend on n.
    """
    made, at_two = build(4, R), build(4, TWO)
    base = law(made, ((0, 0),) * n)
    ratios = []
    for database in replace_one(labelled_examples(4), n).databases():
        found = law(made, database)
        for h in upper_thresholds(4):
            p, q = base.probability(h), found.probability(h)
            yield le(f"{database}, {h}", q, p * R ** (2 * n))
            ratios.append((p / q).at(TWO))
    yield eq("at 2", law(at_two, ((0, 0),)).probability(upper_thresholds(4)[0]), Fraction(1, 9))
    if n in LEAST:
        yield eq("the least ratio", min(ratios), LEAST[n])


LEAST = {1: Fraction(1, 3), 2: Fraction(2, 17)}
"""For weights 2^(-errors), by n."""

TASKS = tuple(
    (c, masses)
    for c in upper_thresholds(4)
    for masses in ((QUARTER,) * 4, (ONE, *(Fraction(0),) * 3), (HALF, HALF, *(Fraction(0),) * 2))
)
WRONG[draws_needed] = {
    "the factor e^(eps n) left out": "exp_eps**rows => Fraction(1)",
    "one row fewer": "exp_eps**rows => exp_eps ** (rows - 1)",
    "one row more": "exp_eps**rows => exp_eps ** (rows + 1)",
    "one draw fewer": ".ceil() => .ceil() - 1",
    "one draw more": ".ceil() => .ceil() + 1",
    "always accurate": "exp_eps**rows / (1 - failure_probability) => exp_eps**rows",
    "b for 1 - b": "/ (1 - failure_probability) => / failure_probability",
    "g for 1/g": "ln(1 / miss) => exact(1 - miss)",
}


@claim(
    "VT14.TXT.fx-upper",
    over(
        case=sized(
            ((1, TWO), (1, THREE), (2, TWO)), ((1, TWO), (1, THREE), (2, TWO)), ((2, THREE),)
        )
    ),
    form=Form.CONCRETE,
    about=draws_needed,
)
def success_of_the_protocol(draws: Build, case: tuple[int, Fraction]) -> Check:
    """With M = e^(eps n) ln(1/g)/(1 - b) draws, rounded up, some hypothesis is good with
    probability at least 1 - g if L is accurate with probability 1 - b: (1 - p)^M <= g, where p >=
    e^(-eps n) (1 - b); the protocol is wrong with probability at most a + g, with messages of
    log2(M + 1) bits.

    Cases: (n, r) = case: weights r^(-errors), e^eps = r^2, thresholds on four points, a = 1/4, g =
    1/10; five concepts and three laws of points, b from all samples; M is the least number that
    is at least that, by ln 10; p from the weights, and from the law of the protocol.
    """
    n, root = case
    concepts, a, g = upper_thresholds(4), QUARTER, TENTH
    bad = Fraction(0)
    for c, masses in TASKS:
        missed = Fraction(0)
        for sample in product(range(4), repeat=n):
            weight = prod((masses[x] for x in sample), start=ONE)
            if weight:
                found = weights(concepts, root, labelled(sample, c))
                off = (q for q, h in zip(found, concepts, strict=True) if error(c, h, masses) > a)
                missed += weight * sum(off, Fraction(0))
        bad = max(bad, missed)
    count = draws(root**2, n, g, bad)
    enough = root ** (2 * n) / (1 - bad) * ln(1 / g)
    yield true("at least", enough.certainly_at_most(count))
    yield true("the least", not enough.certainly_at_most(count - 1))
    protocol = ProtocolFromLearner(learner(4, root), n, (0, 0), count, a)
    yield le("bits", count + 1, 1 << protocol.bits)
    base = weights(concepts, root, ((0, 0),) * n)
    for c, masses in TASKS:
        good = [error(c, h, masses) <= a for h in concepts]
        p = sum((q for q, fine in zip(base, good, strict=True) if fine), Fraction(0))
        yield le(f"{c}, {masses}: covered", (1 - bad) / root ** (2 * n), p)
        yield le(f"{c}, {masses}: none", (1 - p) ** count, g)
    if count < MOST_FOLLOWED:
        few = these(TASKS[:4])
        yield accurate(Meets(protocol), few, lambda _, right: right, a + g)


MOST_FOLLOWED = 50
"""Draws of a protocol whose law is followed."""

COINS = sized(
    ((2, 1, 1), (2, 2, 1), (2, 3, 1), (2, 1, 2)),
    ((2, 3, 1), (2, 2, 2), (3, 1, 2)),
    ((2, 3, 2), (3, 2, 2)),
)
"""Points, tosses, examples."""

FUNCTIONS = "tuple(answer for each in drawn for answer in each.answers)"
TOSSED = "tuple(coins.draw(coin) for _ in range(self.tosses))"
CHOICE = "coins.delegate(ExponentialLearner(chosen, self.size, self.eps), database)"
WRONG[LearnerFromProtocol] = {
    "the first message only": f"{FUNCTIONS} => tuple(each.answers[0] for each in drawn)",
    "the last toss only": f"{FUNCTIONS} => drawn[-1].answers",
    "different functions": f"{FUNCTIONS} => tuple(dict.fromkeys{FUNCTIONS.removeprefix('tuple')})",
    "different protocols": "for each in drawn for => for each in dict.fromkeys(drawn) for",
    "the likeliest protocol": f"{TOSSED} => "
    "(max(self.protocol, key=lambda each: each[1])[0],) * self.tosses",
    "one toss, again and again": f"{TOSSED} => (coins.draw(coin),) * self.tosses",
    "uniform tosses": "Dist.weighted(self.protocol) => "
    "Dist.uniform([p for p, _ in self.protocol])",
    "one toss more": f"{TOSSED} => tuple(coins.draw(coin) for _ in range(self.tosses + 1))",
    "the best": wrong(
        LearnerFromProtocol,
        f"{CHOICE} => min(chosen, key=lambda h: empirical_errors(h, database))",
        empirical_errors=empirical_errors,
    ),
    "e^(-eps errors)": "self.size, self.eps) => self.size, self.eps * 2)",
    "e^(-eps errors/4)": "self.size, self.eps) => self.size, self.eps * Fraction(1, 2))",
    "no example counts": f"{CHOICE} => {CHOICE.replace('database', '()')}",
    "only examples with label 1 count": f"{CHOICE} => "
    f"{CHOICE.replace('database', 'tuple(row for row in database if row[1])')}",
}


@claim("VT14.ALG.CC2Learn", over(case=COINS), about=LearnerFromProtocol)
def hypotheses_of_the_messages(build: Build, case: tuple[int, int, int]) -> Check:
    """Given a protocol, the messages define a small set of hypotheses, Bob's functions x -> B(rho,
    m, x) for all m and a few rho, from which the exponential mechanism chooses.

    Cases: (points, tosses, n) = case; the best public coin for thresholds with one bit, its
    probabilities made unequal for n = 2; every labelled database, weights 4^(-errors); a sum over
    all tosses; k 2^l functions at most.
    """
    size, count, n = case
    coin = best_coin(size, 2)
    if n == 2:
        coin = skewed(coin)
    made = build(coin, size, count, Epsilon(TWO, 4))
    databases = [*replace_one(labelled_examples(size), n).databases()]
    for database, found in zip(databases, laws(made, databases), strict=True):
        wanted: dict[Values, Fraction] = {}
        for functions, weight in tosses(coin, count):
            for h, q in zip(functions, weights(functions, TWO**2, database), strict=True):
                wanted[h] = wanted.get(h, Fraction(0)) + weight * q
        for h, q in wanted.items():
            yield eq(f"{database}, {h}", found.probability(h), q)
    for drawn in product([p for p, _ in coin], repeat=count):
        functions = made.hypotheses(drawn)
        yield le("k 2^l", len(functions), count * 2)
        yield true("every message", {a for p in drawn for a in p.answers} == {*functions})


@claim("VT14.TXT.fx-lower", over(case=COINS), about=LearnerFromProtocol)
def protocols_give_private_learners(build: Build, case: tuple[int, int, int]) -> Check:
    """A protocol of l bits gives a private learner with O(l) examples: the functions of k tosses
    are k 2^l hypotheses, k independent of l, and the choice among them is private; with wrong
    answers at most g on every pair, one of them has an error of at most 2 g but for 2^-k.

    Cases: (points, tosses, n) = case; every eps, all labelled databases; with one protocol the
    ratio (e^eps + 1)/2 is found on two rows, more than e^(eps/2); the tosses for every concept and
    distributions on a grid, exactly; ln(k 2^l) = l ln 2 + ln k by how the sizes are computed.
    """
    size, count, n = case
    coin, concepts = best_coin(size, 2), upper_thresholds(size)
    made = build(coin, size, count, Epsilon(R, 2))
    universe = replace_one(labelled_examples(size), n)
    yield private(made, universe, made.guarantee)
    fixed = build(((ONE_PROTOCOL, Fraction(1)),), 2, count, Epsilon(R, 2))
    yield private(
        fixed, replace_one(labelled_examples(2), 2), fixed.guarantee, name="one protocol"
    )
    one, both = (law(fixed, ((0, 1), (0, y))).probability(ONE_PROTOCOL.answers[0]) for y in (1, 0))
    yield eq("its loss", both * 2, (R**2 + 1) * one)
    g = max(
        sum((q for p, q in coin if not p.is_right(i, x, concepts)), Fraction(0))
        for i, x in product(range(len(concepts)), range(size))
    )
    yield eq("g", g, {2: Fraction(1, 5), 3: QUARTER}[size])
    for c, masses in product(concepts, grid_distributions(size, 3)):
        none = sum(
            (
                q
                for functions, q in tosses(coin, count)
                if min(error(c, h, masses) for h in functions) > 2 * g
            ),
            Fraction(0),
        )
        yield le(f"{c}, {masses}", none * 2**count, 1)


ONE_PROTOCOL = OneWayProtocol((0, 1, 1), (Values((0, 0)), Values((1, 1))))
