"""Section 2.1.2: independent and adaptive composition, and its worst case (Theorem 2.1.2)."""

from audits.claims.prelude import *
from audits.claims.standard_mechanisms.combinators import Zeros
from audits.claims.standard_mechanisms.every_eps import NOTHING, R, attained, bits, every
from audits.claims.standard_mechanisms.leaky_response import LeakyResponse
from audits.claims.vt14.laws.compositions import (
    CONSTANT,
    FLIPPED,
    MENUS,
    RIGHT,
    TELLING,
    Channel,
    Law,
    indistinguishable,
    parts_of,
    power,
)
from reference.mechanisms.noise.geometric_mechanism import GeometricMechanism, Total
from reference.privacy.composition import (
    AdaptiveComposition,
    SequentialComposition,
    composed_curve,
)
from reference.privacy.curve import curve, curve_of_guarantee
from reference.privacy.rounds import least_delta, worst_pair


def counts(rows: int) -> tuple[Any, ...]:
    """Noisy numbers of ones and of zeros."""
    shown = (-1, rows + 1)
    return tuple(GeometricMechanism(query, 1, every(1), shown) for query in (Total(), Zeros()))


def shared_coins(mechanisms: Rows, x: Rows, coins: Any) -> Rows:
    """Noisy integers get one and the same noise; equal mechanisms one and the same output."""
    noise = cache(lambda ratio: coins.run(NoisyInteger(ratio, (-1, 1)), 0))
    output = cache(lambda mechanism: coins.run(mechanism, x))
    return tuple(
        each.query(x) + noise(each.ratio) if isinstance(each, GeometricMechanism) else output(each)
        for each in mechanisms
    )


def told_the_output(mechanisms: Rows, x: Rows, coins: Any) -> Rows:
    """Every mechanism but the first one is run on the bit that the one before showed."""
    shown: Rows = ()
    for mechanism in mechanisms:
        shown = (*shown, coins.run(mechanism, x))
        x = (int(str(shown[-1]).strip("(), ")[-1]) % 2,)
    return shown


RUN = "tuple(coins.run(mechanism, database) for mechanism in self.mechanisms)"
WRONG[SequentialComposition] = {
    "one noise for all": wrong(
        SequentialComposition,
        f"{RUN} => shared(self.mechanisms, database, coins)",
        shared=shared_coins,
    ),
    "each sees the output before": wrong(
        SequentialComposition,
        f"{RUN} => told(self.mechanisms, database, coins)",
        told=told_the_output,
    ),
    "the first one again and again": given(
        SequentialComposition, mechanisms=lambda ms: ms[:1] * len(ms)
    ),
    "in another order": given(SequentialComposition, mechanisms=lambda ms: ms[::-1]),
    "one mechanism less": given(SequentialComposition, mechanisms=lambda ms: ms[:-1]),
    "deltas are not added": "delta + guarantee.delta => delta",
    "losses are not added": "exp_eps * guarantee.exp_eps => exp_eps",
    "the last one is free": "in guarantees[1:] => in guarantees[1:-1]",
    "the last one is paid twice": "in guarantees[1:] => in [*guarantees[1:], guarantees[-1]]",
}


@claim("VT14.ALG.Compose", over(x=((0, 0), (0, 1), (1, 1))), about=SequentialComposition)
def independent_composition(build: Build, x: tuple[int, ...]) -> Check:
    """M(x) = (M_1(x), ..., M_k(x)), where each M_i is run with independent coin tosses: the
    probability of a tuple of outputs is the product of their probabilities.

    Cases: Noisy numbers of ones and of zeros, and a randomized response, on two bits, for every
    eps; all tuples of outputs.
    """
    mechanisms = (*counts(2), RandomizedResponse(Domain.of_size(2), every(1)))
    found = law(build(mechanisms), x)
    ones, zeros, response = (law(mechanism, x) for mechanism in mechanisms)
    total = NOTHING
    for y in product(ones, zeros, response):
        a, b, c = y
        wanted = ones.probability(a) * zeros.probability(b) * response.probability(c)
        yield eq(y, found.probability(y), wanted)
        total = total + wanted
    yield eq("all", total, R**0)


def after(menu: tuple[Channel, Channel]) -> Callable[[int], Channel]:
    """What is run after an output."""
    return lambda y: menu[y % 2]


WRONG[AdaptiveComposition] = {
    "chosen by the first row": "self.then(y) => self.then(database[0])",
    "chosen by another run": "self.then(y) => self.then(coins.run(self.first, database))",
    "chosen in advance": "self.then(y) => self.then(0)",
    "the second is free": "composed_guarantee([self.first.guarantee, self.promise]) => "
    "self.first.guarantee",
}


@claim("VT14.ALG.ComposeAdaptive", over(menu=MENUS[:3], bit=(0, 1)), about=AdaptiveComposition)
def adaptive_tree(build: Build, menu: tuple[Channel, Channel], bit: int) -> Check:
    """Queries may be asked adaptively: M_i depends on y_1, ..., y_(i-1), so that (y_1, y_2) has
    the probability Pr[M_1(x) = y_1] Pr[M_2(x) = y_2], M_2 chosen by y_1.

    Cases: Two and three rounds of binary channels with losses of ln 2.
    """
    promise, then = RIGHT.guarantee, after(menu)
    first = law(RIGHT, (bit,))
    second = {y: law(then(y), (bit,)) for y in (0, 1)}
    two = build(RIGHT, then, promise)
    found = law(two, (bit,))
    for y, z in product((0, 1), (0, 1, 2)):
        chance = first.probability(y) * second[y].probability(z)
        yield eq((y, z), found.probability((y, z)), chance)
    three = law(build(RIGHT, lambda y: build(then(y), then, promise), promise), (bit,))
    for y, (z, w) in three:
        chance = first.probability(y) * second[y].probability(z) * second[z % 2].probability(w)
        yield eq((y, z, w), three.probability((y, (z, w))), chance)


SIXTH = Fraction(1, 6)


@claim(
    "VT14.T2.1.2",
    over(k=sized((1, 2, 3), (1, 2, 3, 4), (2, 3, 4, 5)), delta=(Fraction(0), SIXTH)),
    about=SequentialComposition,
    clause="k rounds",
)
def basic_composition(build: Build, k: int, delta: Fraction) -> Check:
    """If M_1, ..., M_k are (eps, delta)-differentially private and run with independent coins,
    then M = (M_1, ..., M_k) is (k eps, k delta)-differentially private.  Of the worst ones the
    least delta at k eps is 1 - (1 - delta)^k.

    Cases: k responses that leak with probability delta, for every eps, which attain it.
    """
    leaky = LeakyResponse(Guarantee(R, delta + NOTHING))
    together = build((leaky,) * k)
    promised = together.guarantee
    yield eq("k eps", promised.exp_eps, R**k)
    yield eq("k delta", promised.delta, k * delta + NOTHING)
    yield private(together, bits(1), promised, name="leaky")
    least = 1 - (1 - delta) ** k + NOTHING
    if delta:
        yield attained(together, (0,), (1,), lambda ys: (1, 0) in ys, R**k, least)
    yield attained(
        together, (0,), (1,), lambda ys: (1, 0) in ys or all(y == (0, 0) for y in ys), R**k, least
    )


@claim(
    "VT14.T2.1.2",
    over(delta=(Fraction(0), SIXTH)),
    about=SequentialComposition,
    clause="different guarantees",
)
def composition_of_two_guarantees(build: Build, delta: Fraction) -> Check:
    """Different losses and deltas are added; a delta above 1 is told as 1.

    Cases: Responses of two different guarantees, for every eps.
    """
    leaky = LeakyResponse(Guarantee(R, delta + NOTHING))
    other = LeakyResponse(Guarantee(R * R, delta / 3 + NOTHING))
    both = build((leaky, other))
    yield private(both, bits(1), both.guarantee, name="two guarantees")
    yield eq("eps of both", both.guarantee.exp_eps, R**3)
    yield eq("delta of both", both.guarantee.delta, delta * 4 / 3 + NOTHING)
    told = LeakyResponse(Guarantee(TWO, Fraction(2, 3)))
    yield eq("at most 1", SequentialComposition((told, told)).guarantee.delta, 1)


@claim("VT14.T2.1.2", about=SequentialComposition, clause="different mechanisms")
def composition_of_two_counts(build: Build) -> Check:
    """The mechanisms may be different, on the same rows.

    Cases: Noisy numbers of ones and of zeros on the same two bits, for every eps.
    """
    yield private(build(counts(2)), bits(2), pure(R**2))


@claim("VT14.TXT.adaptive", over(menu=MENUS, k=(2, 3)), about=AdaptiveComposition)
def adaptive_bounds(build: Build, menu: tuple[Channel, Channel], k: int) -> Check:
    """The same conclusion holds even when the queries are asked adaptively: whatever M_2 and M_3
    are after the outputs so far, at every eps' the delta is at most that of k independent
    responses of that eps and delta, the worst ones, for which Theorems 2.1.2 and 2.1.3 hold; so
    (k eps, k delta) is promised.

    Cases: Trees of depth 2 and 3 of channels with losses of ln 2 and delta = 0, or 1/3 for one of
    two; at every breakpoint of the optimal curve of k rounds, the last of which is 2^k with the
    delta 0, or 1 - (2/3)^k.
    """
    then, promise = after(menu), Guarantee(TWO, max(channel.delta for channel in menu))
    worst = TELLING if TELLING in menu else FLIPPED if CONSTANT in menu else RIGHT
    tree = build(worst, then, promise)
    if k == 3:
        rest = Guarantee(TWO**2, 2 * promise.delta)
        tree = build(worst, lambda y: build(then(y), then, promise), rest)
    yield eq("k eps", tree.guarantee.exp_eps, TWO**k)
    yield eq("k delta", tree.guarantee.delta, k * promise.delta)
    for exp_eps, delta in composed_curve([promise] * k).breakpoints:
        yield private(tree, bits(1), Guarantee(exp_eps, delta), name=f"e^eps' = {exp_eps}")


OTHER = "reversed(chances)"
WRONG[worst_pair] = {
    "both leak on one outcome": f"{OTHER} => (told, 1 - told - right, right, Fraction(0))",
    "only one of them leaks": f"{OTHER} => "
    "(Fraction(0), 1 / (1 + exp_eps), exp_eps / (1 + exp_eps), Fraction(0))",
    "half of delta": given(worst_pair, delta=lambda delta: delta / 2),
    "no delta": given(worst_pair, delta=Fraction(0)),
    "odds e^(2 eps)": given(worst_pair, exp_eps=lambda x: x * x),
    "delta for each bit": given(worst_pair, delta=lambda delta: min(2 * delta, ONE)),
}


@claim(
    "VT14.ALG.WorstRR",
    over(
        exp_eps=(Fraction(3, 2), TWO),
        delta=(Fraction(0), Fraction(1, 5)),
        k=sized((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)),
    ),
    form=Form.CONCRETE,
    about=worst_pair,
)
def worst_case(build: Build, exp_eps: Fraction, delta: Fraction, k: int) -> Check:
    """The pair P = (delta, (1-delta) r/(1+r), (1-delta)/(1+r), 0), P' reversed, is (eps,
    delta)-indistinguishable, and every such pair of laws is what one channel makes of P and of P';
    so it has a delta as small at every eps'.  Of k rounds the least delta at (k - 2i) eps is 1 -
    (1-delta)^k (1 - d_i), d_i = sum over l < i of C(k,l) (r^(k-l) - r^(k-2i+l))/(1+r)^k; 1 -
    (1-delta)^k at k eps.

    Cases: The channel is found by a formula that is proved for every such pair (r > 1), and tried
    on all pairs of laws of three outcomes with probabilities in fifths; the product of the laws,
    outcome by outcome.
    """
    p, q = build(exp_eps, delta)
    for name, found in (("to P'", curve(p, q)), ("to P", curve(q, p))):
        wanted = curve_of_guarantee(exp_eps, delta)
        yield eq(f"{name}: corners", len(found.corners), len(wanted.corners))
        for x in (ONE, Fraction(5, 4), exp_eps, exp_eps + 1):
            yield eq(f"{name}: delta at {x}", found.delta_at(x), wanted.delta_at(x))
    if k == 1:
        for a, b in indistinguishable(exp_eps, delta, 5):
            yield from as_told(a, b, (p, q), parts_of((a, b), exp_eps, delta))
    rounds = curve(power(p, k), power(q, k))
    for i in range(k // 2 + 1):
        least = 1 - (1 - delta) ** k * (1 - least_delta(exp_eps, k, i))
        yield eq(f"{k - 2 * i} eps", rounds.delta_at(exp_eps ** (k - 2 * i)), least)


def as_told(
    first: Law, second: Law, worst: tuple[Law, Law], parts: tuple[dict[int, Fraction], ...]
) -> Iterator[Comparison]:
    """The channel i -> part i, scaled to 1, makes the two laws of the worst pair."""
    masses = {i: sum(part.values()) for i, part in enumerate(parts)}
    for y in parts[0]:
        for i, part in enumerate(parts):
            yield le(f"{first}, {second}: {y} after {i}", 0, part[y])
        for told, source in zip((first, second), worst, strict=True):
            made = (source.probability(i) * parts[i][y] / m for i, m in masses.items() if m)
            yield eq(f"{first}, {second}: {y} of {told}", told.probability(y), sum(made))
