"""Section 2.2.3: noise scaled to a noisy bound of the local sensitivity."""

from audits.claims.prelude import *
from reference.mechanisms.noise.laplace_noise import LaplaceNoise
from reference.mechanisms.sensitivity.noisy_bound import (
    NoisyBoundRelease,
    least_shift,
    noise_ratio,
)

State = tuple[int, int]
"""q(G) and LS(G): all that the mechanism sees of a graph."""

MOST, PARTS = 3, 6
"""M, and lcm(1, ..., M), so that every e^(-eps/b) is exact."""

SHOWN = (0, 3)
ROOTS = sized(("6/5",), ("21/20", "6/5", "3/2"), ("21/20", "11/10", "6/5", "3/2"))
SHIFTS = sized((1,), (0, 1, 2), (0, 1, 2))


def answer_of(state: State) -> int:
    """q(G)."""
    return state[0]


def sensitivity_of(state: State) -> int:
    """LS(G)."""
    return state[1]


def made_for(build: Build, root: str, shift: int, shown: State = SHOWN) -> Any:
    """The mechanism on states."""
    eps = Epsilon(Fraction(root), PARTS)
    return build(answer_of, sensitivity_of, shift, MOST, eps, shown)


def share(root: str, bound: int) -> Fraction:
    """The ratio e^(-eps/b)."""
    return 1 / Fraction(root) ** (PARTS // bound)


def geometric(ratio: Fraction, value: int) -> Fraction:
    """A point mass of two-sided geometric noise."""
    return (1 - ratio) / (1 + ratio) * ratio ** abs(value)


def beyond(ratio: Fraction, value: int) -> Fraction:
    """Pr[Z >= value], for value >= 1, summed as a geometric series."""
    return geometric(ratio, value) / (1 - ratio)


CENTRE = "self.local_sensitivity(database) + self.shift"
ESTIMATE = "estimate = NoisyInteger(self.eps.exp(-1)"
WRONG[NoisyBoundRelease] = {
    "twice the eps": twice_eps(NoisyBoundRelease),
    "one less shift": f"{CENTRE} => {CENTRE} - 1",
    "one more shift": f"{CENTRE} => {CENTRE} + 1",
    "the bound has no noise": f"coins.run(estimate, {CENTRE}) => max({CENTRE}, 0)",
    "half of the noise of the bound": f"{ESTIMATE} => estimate = NoisyInteger(self.eps.exp(-2)",
    "twice the noise of the bound": f"{ESTIMATE} => "
    "estimate = NoisyInteger(self.eps.exp(Fraction(-1, 2))",
    "the answer's scale is one less": (
        "if b: => if b > 1:",
        "noise_ratio(self.eps, b) => noise_ratio(self.eps, b - 1)",
    ),
    "the answer's scale is one more": (
        "if b: => if True:",
        "noise_ratio(self.eps, b) => noise_ratio(self.eps, b + 1)",
    ),
    "the noise of the bound is used again": "answer = self.query(database) => "
    f"answer = self.query(database) + b - ({CENTRE})\n"
    "        return b, min(max(answer, self.shown[0]), self.shown[1])",
}
STATES = tuple(product((0, 2), (0, 1, 2)))


@claim(
    "VT14.ALG.GPTR.disc",
    over(root=ROOTS, shift=SHIFTS, state=STATES),
    form=Form.CONCRETE,
    about=NoisyBoundRelease,
)
def law_of_the_pair(build: Build, root: str, shift: int, state: State) -> Check:
    """With b = LS + T + Z, Z two-sided geometric of ratio a = e^-eps, 0 if that is negative, and
    bottom above M: the answer is q + Z', of ratio e^(-eps/b), or q itself for b = 0.

    Cases: r = e^eps = root^6, M = 3, answers clamped to 0, ..., 3; the law of the pair (b, answer)
    by point masses and geometric series, of bottom, and of a bound that is not positive, which has
    the probability a^(LS+T)/(1+a), for LS + T >= 1, and for which nothing is printed.
    """
    found = law(made_for(build, root, shift), state)
    q, sensitivity = state
    a = 1 / Fraction(root) ** PARTS
    centre = sensitivity + shift
    mass = {b: geometric(a, b - centre) for b in range(1, MOST + 1)}
    none = beyond(a, centre) if centre else 1 - beyond(a, 1)
    for y in range(SHOWN[1] + 1):
        yield eq(f"no bound, {y}", found.probability((0, y)), none if y == q else 0)
    for b, p in mass.items():
        for y in range(SHOWN[0] + 1, SHOWN[1]):
            wanted = p * geometric(share(root, b), y - q)
            yield eq(f"{b}, {y}", found.probability((b, y)), wanted)
        told = sum((found.probability((b, y)) for y in range(SHOWN[1] + 1)), Fraction(0))
        yield eq(f"{b}", told, p)
    yield eq("bottom", found.probability(BOTTOM), 1 - none - sum(mass.values()))


@claim(
    "VT14.ALG.GPTR",
    over(sensitivity=(0, 1, 5), shift=(1, 3)),
    about=LaplaceNoise,
    refuted=Erratum(
        Grade.WORDING,
        "Section 2.2.3, the mechanism: beta-hat may be negative, with probability "
        "(delta/2) e^(-eps LS); no noise has that scale, and what is output then is not said",
        left="the probability that the scale of the noise is not positive",
        right="0",
    ),
)
def the_scale_is_positive(build: Build, sensitivity: int, shift: int) -> Check:
    """Compute beta-hat = LS + Lap(1/eps) + ln(1/delta)/eps; output q + Lap(beta-hat/eps): noise of
    that scale, which is positive.

    Cases: e^eps = 2, delta = e^(-eps T), T an integer.
    """
    positive = build(Fraction(2)).at_least(-sensitivity - shift)
    yield eq("not positive", 1 - positive, 0)


@dataclass(frozen=True, slots=True)
class AnswerOnly:
    """What the notes release: the answer, without the bound."""

    pair: Any

    def __call__(self, database: State, coins: Coins[Fraction], /) -> object:
        found = coins.run(self.pair, database)
        return found[1] if isinstance(found, tuple) else found


def answer_only(build: Build) -> Build:
    """The same parameters."""
    return lambda *arguments: AnswerOnly(build(*arguments))


ANSWER = answer_only(NoisyBoundRelease)
WRONG[ANSWER] = {name: answer_only(each) for name, each in WRONG[NoisyBoundRelease].items()}


@claim(
    "VT14.ALG.GPTR",
    over(root=ROOTS, shift=SHIFTS, state=STATES),
    form=Form.CORRECTED,
    about=ANSWER,
)
def law_of_the_answer(build: Build, root: str, shift: int, state: State) -> Check:
    """The answer is q + noise of the scale b/eps, b = LS + T + noise of the scale 1/eps; without
    noise if b <= 0, and bottom above M.

    Cases: As in ALG.GPTR.disc; the law of the answer alone, by a sum over all b.
    """
    found = law(made_for(build, root, shift), state)
    q, sensitivity = state
    a, centre = 1 / Fraction(root) ** PARTS, sensitivity + shift
    none = beyond(a, centre) if centre else 1 - beyond(a, 1)
    for y in range(SHOWN[0] + 1, SHOWN[1]):
        expected = none if y == q else Fraction(0)
        for b in range(1, MOST + 1):
            expected += geometric(a, b - centre) * geometric(share(root, b), y - q)
        yield eq(f"{y}", found.probability(y), expected)


WRONG[noise_ratio] = {
    "the noise of a bound of two": given(noise_ratio, bound=lambda bound: min(bound, 2)),
    "the noise of one less": given(noise_ratio, bound=lambda bound: max(1, bound - 1)),
    "the noise of one more": given(noise_ratio, bound=lambda bound: bound + 1),
    "twice the eps": twice_eps(noise_ratio),
    "3 for 2 in y": "2 * (r - 1) => 3 * (r - 1)",
    "1 for 2 in y": "2 * (r - 1) => (r - 1)",
}


@claim(
    "VT14.ALG.GPTR",
    over(root=tuple(map(Fraction, ("101/100", "3/2", "2", "20"))), bound=(1, 2, 3, 4, 7, 1000)),
    form=Form.CONCRETE,
    about=noise_ratio,
)
def noise_of_every_bound(ratio: Build, root: Fraction, bound: int) -> Check:
    """Where e^(-eps/b) is not rational a ratio g with g^b >= e^-eps is: 1/(1 + y/b), y = 2 (r -
    1)/(r + 1), r = e^eps. It is little more noise: its scale is at most b/y + 1/2, and eps - y at
    most eps^3/12. Where b divides the parts of eps, g^b is e^-eps.

    Cases: Bounds up to 1000; parts 1 and b. What the privacy needs is the first, exactly.
    """
    g = ratio(Epsilon(root), bound)
    yield le("enough noise", 1 / root, g**bound)
    yield eq("exact with b parts", ratio(Epsilon(root, bound), bound) ** bound, root**-bound)
    if bound > 1:
        y = 2 * (root - 1) / (root + 1)
        yield le("its scale", high(-1 / ln(g)), bound / y + HALF)
        yield le("y", low(ln(root) - ln(root) ** 3 / 12), y)


def reaches(base: Fraction, shift: int) -> Fraction:
    """Pr[LS + T + Lap(1/eps) >= LS]."""
    return LaplaceNoise(base).at_least(-shift)


REACHED = "LaplaceNoise(base).at_least(-shift)"
WRONG[reaches] = {
    "no shift": f"{REACHED} => LaplaceNoise(base).at_least(0)",
    "half of the shift": f"{REACHED} => LaplaceNoise(base).at_least(-(shift // 2))",
    "one less": f"{REACHED} => LaplaceNoise(base).at_least(1 - shift)",
    "one more": f"{REACHED} => LaplaceNoise(base).at_least(-shift - 1)",
    "noise of twice the scale": f"{REACHED} => 1 - base ** (-shift // 2) / 2",
    "noise that is never negative": f"{REACHED} => Fraction(1)",
}


@claim(
    "VT14.TXT.gptr-prob",
    over(base=tuple(map(Fraction, ("6/5", "2", "5"))), shift=(0, 1, 2, 7)),
    about=reaches,
)
def the_bound_is_large_enough(build: Build, base: Fraction, shift: int) -> Check:
    """With probability 1 - delta, LS <= beta-hat = LS + Lap(1/eps) + ln(1/delta)/eps.

    Cases: e^eps = base, delta = e^(-eps T) with an integer T; it fails with probability delta/2.
    """
    delta = base**-shift
    yield chance("too small", 1 - build(base, shift), delta)
    yield eq("delta/2", 1 - build(base, shift), delta / 2)


@claim(
    "VT14.TXT.gptr-prob",
    over(root=ROOTS, shift=SHIFTS, sensitivity=(1, 2, 3)),
    form=Form.CONCRETE,
    about=NoisyBoundRelease,
)
def the_geometric_bound_is_large_enough(
    build: Build, root: str, shift: int, sensitivity: int
) -> Check:
    """With geometric noise the bound is below LS with probability a^(T+1)/(1+a), a = e^-eps.

    Cases: LS >= 1; from the law of the bound and the answer.
    """
    found = law(made_for(build, root, shift), (0, sensitivity))
    a = 1 / Fraction(root) ** PARTS
    short = found.probability_that(lambda o: o != BOTTOM and o[0] < sensitivity)
    yield eq("too small", short, a ** (shift + 1) / (1 + a))


SHIFT = "max(0, (-ln(delta * (root + 1)) / ln(root)).rounded_up())"
WRONG[least_shift] = {
    "one less": f"{SHIFT} => {SHIFT} - 1",
    "one more": f"{SHIFT} => {SHIFT} + 1",
    "ln(1/delta)/eps, rounded up": f"{SHIFT} => (-ln(delta) / ln(root)).rounded_up()",
    "for twice the delta": given(least_shift, delta=lambda delta: 2 * delta),
    "for half of the eps": f"{SHIFT} => 2 * {SHIFT}",
}


@claim(
    "VT14.TXT.gptr-prob",
    over(
        root=tuple(map(Fraction, ("101/100", "13/10", "2", "50"))),
        delta=(*(Fraction(1, 10**k) for k in (1, 6, 50)), Fraction(2, 5)),
    ),
    form=Form.CORRECTED,
    about=least_shift,
)
def least_shift_for_delta(shift: Build, root: Fraction, delta: Fraction) -> Check:
    """With geometric noise the least shift T for delta is that with a^(T+1)/(1+a) <= delta, a =
    e^-eps: below ln(1/delta)/eps, from which delta/2 is printed as delta.

    Cases: e^eps = root; T does, and T - 1 does not, unless T = 0, which is enough for a delta of
    2/5 at most of the roots. No equality, at which T may be one more.
    """
    t, a = shift(root, delta), 1 / root
    yield le("no negative shift", 0, t)
    yield le("T", a ** (t + 1) / (1 + a), delta)
    if t > 0:
        yield lt("T - 1 is too small", delta, a**t / (1 + a))
    yield le("at most the printed one", t, high(-ln(delta) / ln(root)))


def mean_bound(root: Fraction, centre: int) -> Interval:
    """E|b_0 + Lap(1/eps)| in units of which 1/eps has 1/ln(root): b_0 + e^(-eps b_0)/eps."""
    return exact(centre) + exact(root**-centre) / ln(root)


MEAN = "exact(centre) + exact(root**-centre) / ln(root)"
WRONG[mean_bound] = {
    "b_0 alone": f"{MEAN} => exact(centre)",
    "b_0 + 1/eps": f"{MEAN} => centre + 1 / ln(root)",
    "2 b_0": f"{MEAN} => centre + {MEAN}",
    "1/eps alone": f"{MEAN} => 1 / ln(root)",
    "half of the second term": f"{MEAN} => {MEAN} / 2",
    "e^(-2 eps b_0)": f"{MEAN} => exact(centre) + exact(root ** (-2 * centre)) / ln(root)",
}


@claim(
    "VT14.TXT.gptr-noise",
    over(root=tuple(map(Fraction, ("101/100", "21/20", "3/2"))), centre=(0, 1, 7, 40)),
    about=mean_bound,
)
def mean_of_the_noise(build: Build, root: Fraction, centre: int) -> Check:
    """The total noise is O((LS + (1 + ln(1/delta))/eps)/eps): its mean is E|beta-hat|/eps = (b_0 +
    e^(-eps b_0)/eps)/eps, b_0 = LS + ln(1/delta)/eps, at most that with the constant 1.

    Cases: Lengths in steps for which eps = ln(root), b_0 so many; the mean lies between the sums
    of Pr[|b_0 + Lap(1/eps)| >= t] over t = 1, 2, ... and over t = 0, 1, ..., with a geometric
    tail.
    """
    noise = LaplaceNoise(root)
    *terms, last = (
        noise.at_least(t - centre) + noise.at_least(t + centre) for t in range(1, centre + 2)
    )
    sums = sum(terms) + last / (1 - 1 / root)
    found = build(root, centre)
    yield le("at least", sums, high(found))
    yield le("at most", low(found), sums + 1)
    yield le("constant 1", low(found), high(exact(centre) + 1 / ln(root)))


@claim(
    "VT14.TXT.gptr-noise",
    over(root=ROOTS, shift=SHIFTS, error=sized((1,), (1, 2, 3), (1, 2, 3))),
    form=Form.CONCRETE,
    about=NoisyBoundRelease,
)
def errors_with_geometric_noise(build: Build, root: str, shift: int, error: int) -> Check:
    """With geometric noise an answer is off by more than t with probability sum over b of Pr[b] 2
    g_b^(t+1)/(1+g_b), g_b = e^(-eps/b), and this is exact; the mean of the noise is at most
    (LS + (1 + ln(1/delta))/eps)/eps.

    Cases: q = 3, answers shown from 0 to 6, LS = 1, 2; bottom counts as no error.
    """
    a = 1 / Fraction(root) ** PARTS
    eps = PARTS * ln(Fraction(root))
    for sensitivity in (1, 2):
        centre = sensitivity + shift
        chances = [(geometric(a, b - centre), share(root, b)) for b in range(1, MOST + 1)]
        failure = sum(p * 2 * beyond(g, error + 1) for p, g in chances)
        mean = sum(p * 2 * g / (1 - g * g) for p, g in chances)
        made = made_for(build, root, shift, (0, 6))
        good = within(error)
        yield accurate(made, these([(3, sensitivity)]), good, failure, name=f"LS = {sensitivity}")
        yield le(f"mean, LS = {sensitivity}", mean, low((centre + 1 / eps) / eps))


def within(error: int) -> Callable[[State, object], bool]:
    """Whether an answer is off by at most so much; bottom is none."""
    return lambda state, out: not isinstance(out, tuple) or abs(out[1] - state[0]) <= error
