"""Summaries of disjunctions with the wrong noise, coefficients, answers or promises."""

from audits.claims.prelude import *
from reference.data.disjunctions import CountPolynomial, chebyshev_polynomial
from reference.exact.field import R
from reference.mechanisms.noise.geometric_mechanism import NoisyInteger
from reference.mechanisms.release.polynomial_summary import PolynomialSummary, Summary


@dataclass(frozen=True)
class OfTheQuery(PolynomialSummary[R]):
    """Promises sum over a of C(t, a) |m_a|, the subsets of one query."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        c = self.polynomial.differences
        return int(sum(comb(self.most, a) * abs(v) for a, v in enumerate(c)) / self.unit)


@dataclass(frozen=True)
class OfOneSize(PolynomialSummary[R]):
    """Promises the greatest C(d, a) |m_a|."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        c = self.polynomial.differences
        return int(max(comb(self.attributes, a) * abs(v) for a, v in enumerate(c)) / self.unit)


@dataclass(frozen=True)
class WithSigns(PolynomialSummary[R]):
    """Promises |sum over a of C(d, a) m_a|."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        c = self.polynomial.differences
        return abs(int(sum(comb(self.attributes, a) * v for a, v in enumerate(c)) / self.unit))


@dataclass(frozen=True)
class OfOneCoefficient(PolynomialSummary[R]):
    """Promises the greatest |m_a|."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        return int(max(map(abs, self.polynomial.differences)) / self.unit)


@dataclass(frozen=True)
class OneLess(PolynomialSummary[R]):
    """Promises one unit less."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        return super().sensitivity - 1


@dataclass(frozen=True)
class TwiceAsMuch(PolynomialSummary[R]):
    """Promises twice what is lost."""

    @property
    @override
    def sensitivity(self) -> int:
        """D, as it is promised."""
        return 2 * super().sensitivity


@dataclass(frozen=True)
class OtherDraws(PolynomialSummary[R]):
    """The summary with other noise."""

    def drawn(self, counts: Sequence[tuple[int, int]], coins: Coins[R]) -> list[int]:
        """The noisy counts, of pairs of a count and the end of its range that is not 0."""
        return [coins.run(self.noise(end), count) for count, end in counts]

    def noise(self, end: int) -> NoisyInteger[R]:
        """That of the mechanism."""
        return NoisyInteger(self.eps.exp(-1), (min(end, 0), max(end, 0)))

    def counted(self, chosen: int, row: int) -> bool:
        """Whether a row counts for a set."""
        return chosen & row == chosen

    @override
    def __call__(self, database: Database[int], coins: Coins[R], /) -> Summary:
        n, u, c = len(database), self.unit, self.polynomial.differences
        counts = []
        for chosen in self.sets:
            m = int(c[chosen.bit_count()] / u)
            counts.append((m * sum(self.counted(chosen, row) for row in database), m * n))
        return tuple(noisy * u / n for noisy in self.drawn(counts, coins))


@dataclass(frozen=True)
class OneDraw(OtherDraws[R]):
    """One draw of the noise for all coefficients."""

    @override
    def drawn(self, counts: Sequence[tuple[int, int]], coins: Coins[R]) -> list[int]:
        """The noisy counts."""
        ends = [end for _, end in counts]
        width = sum(map(abs, ends))
        shift = coins.run(NoisyInteger(self.eps.exp(-1), (-width, width)), 0)
        return [min(max(c + shift, min(e, 0)), max(e, 0)) for c, e in counts]


@dataclass(frozen=True)
class LastIsExact(OtherDraws[R]):
    """No noise on the last coefficient."""

    @override
    def drawn(self, counts: Sequence[tuple[int, int]], coins: Coins[R]) -> list[int]:
        """The noisy counts."""
        return [coins.run(self.noise(end), count) for count, end in counts[:-1]] + [counts[-1][0]]


@dataclass(frozen=True)
class FirstIsExact(OtherDraws[R]):
    """No noise on the first coefficient."""

    @override
    def drawn(self, counts: Sequence[tuple[int, int]], coins: Coins[R]) -> list[int]:
        """The noisy counts."""
        return [counts[0][0]] + [coins.run(self.noise(end), count) for count, end in counts[1:]]


@dataclass(frozen=True)
class HalfTheNoise(OtherDraws[R]):
    """Noise of ratio e^(-2 eps)."""

    @override
    def noise(self, end: int) -> NoisyInteger[R]:
        """Noise of another ratio."""
        return NoisyInteger(self.eps.exp(-2), (min(end, 0), max(end, 0)))


@dataclass(frozen=True)
class TwiceTheNoise(OtherDraws[R]):
    """Noise of ratio e^(-eps/2)."""

    @override
    def noise(self, end: int) -> NoisyInteger[R]:
        """Noise of another ratio."""
        return NoisyInteger(self.eps.exp(Fraction(-1, 2)), (min(end, 0), max(end, 0)))


@dataclass(frozen=True)
class SomeAttribute(OtherDraws[R]):
    """A row counts for a set of which it has one attribute."""

    @override
    def counted(self, chosen: int, row: int) -> bool:
        """Whether a row counts for a set."""
        return bool(chosen & row)


@dataclass(frozen=True)
class NoAttribute(OtherDraws[R]):
    """A row counts for a set of which it has no attribute."""

    @override
    def counted(self, chosen: int, row: int) -> bool:
        """Whether a row counts for a set."""
        return not chosen & row


@dataclass(frozen=True)
class OtherPolynomial(PolynomialSummary[R]):
    """With another polynomial: inclusion and exclusion."""

    @property
    @override
    def polynomial(self) -> CountPolynomial:
        """Another g."""
        return chebyshev_polynomial(self.most, self.most)


@dataclass(frozen=True)
class ForMore(PolynomialSummary[R]):
    """With the polynomial for t + 1 attributes."""

    @property
    @override
    def polynomial(self) -> CountPolynomial:
        """Another g."""
        return chebyshev_polynomial(self.most + 1, self.degree)


@dataclass(frozen=True)
class Supersets(PolynomialSummary[R]):
    """Answers by the sets that the query is part of."""

    @override
    def answer(self, summary: Sequence[Fraction], query: int) -> Fraction:
        """The disjunction of a query, from the summary."""
        asked = zip(self.sets, summary, strict=True)
        return sum((s for chosen, s in asked if chosen & query == query), Fraction(0))


@dataclass(frozen=True)
class Meeting(PolynomialSummary[R]):
    """Answers by the sets that meet the query."""

    @override
    def answer(self, summary: Sequence[Fraction], query: int) -> Fraction:
        """The disjunction of a query, from the summary."""
        return sum((s for a, s in zip(self.sets, summary, strict=True) if a & query), Fraction(0))


@dataclass(frozen=True)
class Singletons(PolynomialSummary[R]):
    """Answers by the attributes of the query alone."""

    @override
    def answer(self, summary: Sequence[Fraction], query: int) -> Fraction:
        """The disjunction of a query, from the summary."""
        asked = zip(self.sets, summary, strict=True)
        return sum((s for a, s in asked if a & query and a.bit_count() == 1), Fraction(0))


@dataclass(frozen=True)
class ClampedAnswer(PolynomialSummary[R]):
    """Answers moved into [0, 1]."""

    @override
    def answer(self, summary: Sequence[Fraction], query: int) -> Fraction:
        """The disjunction of a query, from the summary."""
        found = PolynomialSummary.answer(self, summary, query)
        return min(max(found, Fraction(0)), Fraction(1))


WRONG_PROMISES: dict[str, Build] = {
    "subsets of one query for those of all attributes": OfTheQuery,
    "the greatest size for the sum": OfOneSize,
    "signs kept": WithSigns,
    "one coefficient": OfOneCoefficient,
    "one unit less": OneLess,
    "twice what is lost": TwiceAsMuch,
}
LEAKING: dict[str, Build] = {
    "one draw for all coefficients": OneDraw,
    "no noise on the last": LastIsExact,
    "no noise on the first": FirstIsExact,
    "half the noise": HalfTheNoise,
}
WRONG_LAWS: dict[str, Build] = {
    **LEAKING,
    "a row counts for sets that it meets": SomeAttribute,
    "a row counts for sets that it misses": NoAttribute,
    "inclusion and exclusion": OtherPolynomial,
    "the polynomial for t + 1": ForMore,
}
WRONG_ANSWERS: dict[str, Build] = {
    "sets that the query is part of": Supersets,
    "sets that meet the query": Meeting,
    "attributes alone": Singletons,
    "answers clamped": ClampedAnswer,
    "inclusion and exclusion": OtherPolynomial,
}
INACCURATE: dict[str, Build] = {
    "twice the noise": TwiceTheNoise,
    "sets that meet the query": Meeting,
    "attributes alone": Singletons,
    "a row counts for sets that it meets": SomeAttribute,
}
