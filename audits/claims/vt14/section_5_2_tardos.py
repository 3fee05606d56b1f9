"""Section 5.2: the code of Tardos and its scores."""

from math import factorial

from audits.claims.prelude import *
from reference.lower_bounds.fingerprinting_code import Book, Word
from reference.lower_bounds.tardos_code import (
    BiasedCode,
    Strategy,
    TardosPlan,
    answered,
    bits_chance,
    column_score,
    even_score,
    pure_strategies,
)

LOW, HIGH = Fraction(1, 5), Fraction(4, 5)
FIFTHS = LOW, HIGH
BIASES = (*FIFTHS, HALF, TENTH, Fraction(9, 10), Fraction(144, 169))
"""Each p/(1-p) is the square of a rational."""

CHANCE, ABOVE = "bits_chance(bits, p))", "self.total(book, word, u) > self.threshold"
SCORED = "self.score(x, p) for w, x, p in bits if w"
TRACES = {
    "all columns count": f"{SCORED} => self.score(x, p) for w, x, p in bits",
    "zeros count against": f"{SCORED} => (2 * w - 1) * self.score(x, p) for w, x, p in bits",
    "a tie is above": f"{ABOVE} => self.total(book, word, u) >= self.threshold",
    "the largest score": f"first_accused({ABOVE} for u in users) => "
    "max(users, key=lambda u: self.total(book, word, u))",
}
WRONG[BiasedCode] = {
    "one bias for all columns": "return books.map(self._book) => return books.condition("
    "lambda drawn: len({p for p, _ in drawn}) <= 1).map(self._book)",
    "the same bit for all users": (
        f"{CHANCE} => bits_chance(bits[:1], p))",
        (
            "for bits in product((0, 1), repeat=self.users) => "
            "for bits in ((0,) * self.users, (1,) * self.users)"
        ),
    ),
    "fair bits": f"{CHANCE} => bits_chance(bits, Fraction(1, 2)))",
    "0 with chance p": f"{CHANCE} => bits_chance(bits, 1 - p))",
}


@claim(
    "VT14.ALG.Tardos",
    over(users=(1, 2, 3), columns=(1, 2), biases=(FIFTHS, (LOW, HALF))),
    about=BiasedCode,
)
def columns_with_hidden_biases(
    build: Build, users: int, columns: int, biases: tuple[Fraction, ...]
) -> Check:
    """For each column a bias p_j is drawn from some law, and then each entry is 1 with chance p_j,
    independently.

    Cases: Two biases, equally likely, symmetric or not; the joint law of biases and entries, up to
    three users and two columns (six entries at most).
    """
    if users == 3 and columns == 2 and biases != FIFTHS:
        return
    found = build(users, columns, biases, Fraction(1)).books()
    total = Fraction(0)
    for drawn in product(biases, repeat=columns):
        for words in product(bit_strings(columns), repeat=users):
            chances = (chance_of(word, drawn) for word in words)
            same = (b for b in found if b.words == words and b.biases == drawn)
            got = sum((found.probability(book) for book in same), Fraction(0))
            total += got
            yield eq(f"{drawn}, {words}", got, prod(chances) / len(biases) ** columns)
    yield eq("all", total, 1)


def chance_of(word: Word, biases: tuple[Fraction, ...]) -> Fraction:
    """Each bit is 1 with the chance of its column, independently."""
    return prod((p if x else 1 - p for x, p in zip(word, biases, strict=True)), start=ONE)


EVEN = "(bit - bias) * Fraction(bottom, top)"
SCORES: dict[str, Any] = {
    "weights swapped": given(even_score, bias=lambda p: 1 - p),
    "a 0 costs nothing": f"{EVEN} => max({EVEN}, Fraction(0))",
    "x - p": f"{EVEN} => bit - bias",
    "(x - p)/(p (1 - p))": f"{EVEN} => (bit - bias) / square",
    "the sign is lost": f"{EVEN} => abs({EVEN})",
    "twice the score": f"{EVEN} => 2 * {EVEN}",
    "the sign is turned": f"{EVEN} => -{EVEN}",
}
PLANS = {
    "99 c^2 K columns": "100 * pirates**2 => 99 * pirates**2",
    "101 c^2 K columns": "100 * pirates**2 => 101 * pirates**2",
    "100 c K columns": "100 * pirates**2 => 100 * pirates",
    "threshold 19 c K": "20 * pirates => 19 * pirates",
    "threshold 21 c K": "20 * pirates => 21 * pirates",
    "cut at 1/(200 c)": "300 * pirates => 200 * pirates",
    "cut at 1/(301 c)": "300 * pirates => 301 * pirates",
    "K rounded down": ".ceil() => .floor()",
}
TARDOS = Parts(code=BiasedCode, plan=TardosPlan.of, score=even_score)
WRONG[TARDOS] = {
    **{name: TARDOS.but(code=edit) for name, edit in TRACES.items()},
    **{name: TARDOS.but(plan=wrong(TardosPlan, edit).of) for name, edit in PLANS.items()},
    **{name: TARDOS.but(score=edit) for name, edit in SCORES.items()},
}


@claim(
    "VT14.ALG.Tardos",
    over(threshold=(Fraction(0), ONE, TWO)),
    form=Form.CONCRETE,
    about=TARDOS,
    clause="the accused",
)
def accused_by_scores(parts: Parts, threshold: Fraction) -> Check:
    """User i scores, in each column with w_j = 1, sqrt((1-p_j)/p_j) for a 1 and -sqrt(p_j/(1-p_j))
    for a 0, and is accused if the sum exceeds 20 c K.  (Restored from Tardos; the notes give the
    matrix only.)

    Cases: All books of two users and two columns, biases 1/5, 4/5, and all words, with thresholds
    that are attained and that are not.
    """
    code = parts.code(2, 2, FIFTHS, threshold, parts.score)
    for book in code.books():
        for word in product((0, 1), repeat=2):
            totals = [_total(book.biases, row, word) for row in book.words]
            above: list[int | Bottom] = [i for i, s in enumerate(totals, 1) if s > threshold]
            first = [*above, Bottom.BOTTOM][0]
            yield true(f"{book}, {word}", code.trace(book, word) == first)


@claim(
    "VT14.ALG.Tardos",
    over(c=range(1, 6), error=(HALF, LOW)),
    form=Form.CONCRETE,
    about=TARDOS,
    clause="constants",
)
def constants_of_tardos(parts: Parts, c: int, error: Fraction) -> Check:
    """For c pirates there are d = 100 c^2 K columns, p_j from t to 1 - t, t = 1/(300 c), K =
    ceil(ln(1/error)).
    """
    found = parts.plan(c, error)
    k = Fraction(found.columns, 100 * c * c)
    yield le("K", 1, error * exp_high(k))
    yield lt("K - 1", error * exp_low(k - 1), 1)
    yield eq("K is whole", k.denominator, 1)
    yield eq("Z", found.threshold, 20 * c * k)
    yield eq("t", found.cut * 300 * c, 1)


@claim("VT14.ALG.Tardos", over(p=BIASES), form=Form.CONCRETE, about=TARDOS, clause="weights")
def weights_of_tardos(parts: Parts, p: Fraction) -> Check:
    """At the bias p the score of a 1 is the root of (1-p)/p, and that of a 0 minus the root of
    p/(1-p).

    Cases: The squares of the weights, and their signs.
    """
    score = parts.score
    yield eq("1", score(1, p) ** 2 * p, 1 - p)
    yield eq("0", score(0, p) ** 2 * (1 - p), p)
    yield lt("sign of 0", score(0, p), 0)
    yield lt("sign of 1", -score(1, p), 0)


def _total(biases: tuple[Fraction, ...], row: Word, word: Word) -> Fraction:
    """With the weights 2 and 1/2 of p = 1/5, written down."""
    weights = {(LOW, 1): (2, 1), (LOW, 0): (-1, 2), (HIGH, 1): (1, 2), (HIGH, 0): (-2, 1)}
    pairs = [weights[p, x] for p, x, w in zip(biases, row, word, strict=True) if w]
    return sum((Fraction(*pair) for pair in pairs), Fraction(0))


def bernstein(strategy: Strategy) -> list[Fraction]:
    """The coefficients of F(p)."""
    n = len(strategy) - 1
    found = [Fraction(0)] * (n + 1)
    for k, f in enumerate(strategy):
        for j in range(n - k + 1):
            found[k + j] += f * comb(n, k) * comb(n - k, j) * (-1) ** j
    return found


def slope(strategy: Strategy, bias: Fraction) -> Fraction:
    """F'(p)."""
    return sum(
        (i * c * bias ** (i - 1) for i, c in enumerate(bernstein(strategy)) if i), Fraction(0)
    )


MEANS = Parts(score=even_score, mean=column_score)
WRONG[MEANS] = {
    **{name: MEANS.but(score=edit) for name, edit in SCORES.items()},
    "columns with w = 0 count as much": MEANS.but(
        mean=given(column_score, strategy=lambda f: (ONE,) * len(f))
    ),
    "one bias 1/2 for all": MEANS.but(mean=given(column_score, bias=HALF)),
}


@claim("VT14.TXT.tardos", over(p=BIASES), form=Form.CONCRETE, about=MEANS, clause="the innocent")
def scores_of_the_innocent(parts: Parts, p: Fraction) -> Check:
    """An innocent user scores U with E U = 0 and E U^2 = 1 in each column with w_j = 1, whatever
    the bias p is.
    """
    score = parts.score
    yield eq("E U", p * score(1, p) + (1 - p) * score(0, p), 0)
    yield eq("E U^2", p * score(1, p) ** 2 + (1 - p) * score(0, p) ** 2, 1)


FALSE_ALARMS = {1: ONE, 3: TWO, 4: Fraction(3), 6: Fraction(5), 8: Fraction(7, 2)}
"""Thresholds by the number of columns with w_j = 1."""


@claim(
    "VT14.TXT.tardos",
    over(columns=sized((1, 2, 3, 4, 6, 8), (1, 2, 3, 4, 5, 6, 8), (1, 2, 3, 4, 5, 6, 8))),
    form=Form.CONCRETE,
    about=MEANS,
    clause="false alarms",
)
def false_alarms(parts: Parts, columns: int) -> Check:
    """So an innocent user exceeds a threshold z > 0 over w such columns with a probability of at
    most w/(w + z^2).

    Cases: The law of up to eight columns of biases 1/5 and 4/5, at one threshold; and the law with
    the bias 1/5 alone.
    """
    if columns in FALSE_ALARMS:
        threshold = FALSE_ALARMS[columns]
        total = BiasedCode(1, 0, FIFTHS, threshold, parts.score).innocent_total(columns)
        above = sum((total.probability(s) for s in total if s > threshold), Fraction(0))
        yield eq("exactly", above, _false_alarm(columns, threshold))
        yield chance("by the variance", above, columns / (columns + threshold**2))
    skewed = BiasedCode(1, 0, (LOW,), LOW, parts.score).innocent_total(columns)
    for a in range(columns + 1):
        weight = Fraction(comb(columns, a) * 4 ** (columns - a), 5**columns)
        yield eq(f"{a} ones, p = 1/5", skewed.probability(Fraction(5 * a - columns, 2)), weight)


PIRATES = over(pirates=sized((1, 2, 3), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6)))


@claim("VT14.TXT.tardos", PIRATES, form=Form.CONCRETE, about=MEANS, clause="pirates")
def scores_of_pirates(parts: Parts, pirates: int) -> Check:
    """All pirates together score sqrt(p (1 - p)) F'(p), F(p) the chance that they answer 1; for p
    = 1/5, 4/5 the mean score is positive.

    Cases: n pirates; all strategies by numbers of ones; biases with rational weights.  The score
    from the definition, F' from the coefficients of F.
    """
    score = parts.score
    for f in pure_strategies(pirates):
        worst = Fraction(0)
        for p in BIASES:
            found = parts.mean(f, p, score)
            listed = sum(
                (
                    bits_chance(x, p) * f[sum(x)] * sum(score(bit, p) for bit in x)
                    for x in product((0, 1), repeat=pirates)
                ),
                Fraction(0),
            )
            yield eq(f"f = {f}, p = {p}", found, listed)
            root = (score(1, p) - score(0, p)) * p * (1 - p)
            yield eq(f"f = {f}, p = {p}, slope", found, root * slope(f, p))
            worst += found if p in FIFTHS else 0
        yield lt(f"f = {f}, for 1/5 and 4/5", 0, worst)


@claim("VT14.TXT.tardos", PIRATES, form=Form.CONCRETE, clause="the integral")
def integral_of_the_scores(pirates: int) -> Check:
    """So the integral of the score against dp/sqrt(p (1-p)), from t to 1 - t, is F(1-t) - F(t), at
    least 1 - 2nt for all feasible strategies.

    Cases: All strategies by numbers of ones; the primitive of F' at t = 1/(300 n).

    Routes: F at 1 - t and t; the primitive of F', by its coefficients.
    """
    t = Fraction(1, 300 * pirates)
    for f in pure_strategies(pirates):
        integral = sum(
            (c * ((1 - t) ** i - t**i) for i, c in enumerate(bernstein(f)) if i), Fraction(0)
        )
        yield eq(f"f = {f}, F(0)", answered(f, Fraction(0)), 0)
        yield eq(f"f = {f}, cut", answered(f, 1 - t) - answered(f, t), integral)
        yield le(f"f = {f}, near 1", 1 - 2 * pirates * t, integral)


def _false_alarm(ones: int, threshold: Fraction) -> Fraction:
    """Sums of 2, 1/2, -1/2 and -2, of chances 1, 4, 4 and 1 in 10, by how often each occurs."""
    above = Fraction(0)
    for a, b, c in product(range(ones + 1), repeat=3):
        d = ones - a - b - c
        if d >= 0 and Fraction(4 * a + b - c - 4 * d, 2) > threshold:
            ways = factorial(ones)
            for part in (a, b, c, d):
                ways //= factorial(part)
            above += Fraction(ways * 4 ** (b + c), 10**ones)
    return above


not_finitely_checkable(
    "VT14.TXT.tardos",
    statement="The code of Tardos has length O~(n^2), and this is optimal.",
    reason="asymptotic; the security of the code is a theorem that the notes cite, the shortest "
    "with its constants has hundreds of columns, and optimality is about all codes. Its scores "
    "are decided in the concrete form, its constants in ALG.Tardos",
)


def _has(biases: tuple[Fraction, ...], book: Book) -> bool:
    return book.biases == biases


@claim("VT14.TXT.plausible", over(columns=(1, 2), users=(2, 3)), about=BiasedCode)
def rows_are_samples(build: Build, columns: int, users: int) -> Check:
    """With the code of Tardos the data are random samples: given the biases, the rows are
    independent samples of one distribution, the product of Bernoulli(p_j).

    Cases: The law of one row, and of all rows, given the biases; two biases, up to three users.
    """
    books = build(users, columns, FIFTHS, LOW).books()
    for biases in product(FIFTHS, repeat=columns):
        rows = books.condition(partial(_has, biases)).map(lambda book: book.words)
        first = rows.map(lambda words: words[0])
        for word in bit_strings(columns):
            yield eq(f"{biases}, {word}", first.probability(word), chance_of(word, biases))
        for words in product(bit_strings(columns), repeat=users):
            chance = prod(map(first.probability, words), start=ONE)
            yield eq(f"{biases}, {words}", rows.probability(words), chance)
