"""Wrong variants of hybrids, of what is asked of private releases, and of the contradiction."""

from audits.claims.prelude import *
from audits.claims.bcmnuw20.laws.stump_releases import means
from reference.lower_bounds.random_means import many_rows
from reference.lower_bounds.tracing_experiment import Distinguisher, Pair
from reference.lower_bounds.uninformative_answers import Garbage, ZeroAnswers

Row = Dist[int, Fraction]
Hybrids = Dist[Pair, Fraction]


def public_rows_too(row: Row, private: int, public: int, replaced: int) -> Hybrids:
    """The public rows are drawn anew as well."""
    n = private
    drawn = many_rows(row, n + 2 * public + 1)

    def exchanged(z: Database[int]) -> Pair:
        kept = z[: n + public]
        fresh = z[n + public : n + 2 * public]
        return kept, (*kept[:replaced], z[-1], *kept[replaced + 1 : n], *fresh)

    return drawn.map(exchanged)


def all_private_rows(row: Row, private: int, public: int, replaced: int) -> Hybrids:
    """All private rows are drawn anew."""
    del replaced
    drawn = many_rows(row, 2 * private + public)
    s = private + public
    return drawn.map(lambda z: (z[:s], (*z[s:], *z[private:s])))


def next_row(row: Row, private: int, public: int, replaced: int) -> Hybrids:
    """The next row, private or public, takes its place; nothing is fresh."""
    drawn = many_rows(row, private + public)

    def exchanged(z: Database[int]) -> Pair:
        other = z[(replaced + 1) % len(z)]
        return z, (*z[:replaced], other, *z[replaced + 1 :])

    return drawn.map(exchanged)


def first_row(row: Row, private: int, public: int, replaced: int) -> Hybrids:
    """Always the first row is replaced."""
    drawn = many_rows(row, private + public + 1)
    del replaced
    return drawn.map(lambda z: (z[:-1], (z[-1], *z[1:-1])))


class LooksAtTheData(Distinguisher[Any]):
    """True if the row is accused and is in the database."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> bool:
        accused = self.tracer(coins.run(self.release, database), self.row)
        return accused and self.row in database


class AsksAboutTheFirstRow(Distinguisher[Any]):
    """The tracer is asked about the first row of the database."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> bool:
        return self.tracer(coins.run(self.release, database), database[0])


class ExactAnswers(Distinguisher[Any]):
    """The tracer sees the means of the rows in place of the answers."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> bool:
        return self.tracer(means(database, len(coins.run(self.release, database))), self.row)


class SaysOut(Distinguisher[Any]):
    """True for OUT."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> bool:
        return not self.tracer(coins.run(self.release, database), self.row)


class Ones(ZeroAnswers):
    """The answer 1 to each stump."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        return (Fraction(1),) * self.attributes


class HalfOfTheFirstRow(ZeroAnswers):
    """The first row, halved."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Fraction], /) -> tuple[Fraction, ...]:
        return tuple(each / 2 for each in means(database[:1], self.attributes))


class FirstRowAsGarbage(Garbage[Any]):
    """The first row in place of the constant answer."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        coin = Dist.weighted([(True, self.often), (False, 1 - self.often)])
        if coins.draw(coin):
            return means(database[:1], len(self.constant))
        return coins.run(self.release, database)


class RarelyRight(Garbage[Any]):
    """The constant with probability 1 - kappa."""

    __slots__ = ()

    @override
    def __call__(self, database: Database[int], coins: Coins[Any], /) -> tuple[Fraction, ...]:
        other = Garbage(self.release, self.constant, 1 - self.often)
        return coins.run(other, database)


class PromisesTooMuch(Garbage[Any]):
    """The delta of the release, divided by its number of answers and by 2."""

    __slots__ = ()

    @property
    @override
    def guarantee(self) -> Guarantee[Any]:
        """What is promised."""
        inner = self.release.guarantee
        return Guarantee(inner.exp_eps, inner.delta * (1 - self.often) / 2)


def public_forgotten(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - n (e^eps a + delta)."""
    del m
    return k - n * (kept.exp_eps * a + kept.delta)


def public_as_private(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - (n + m)(e^eps a + delta)."""
    return k - (n + m) * (kept.exp_eps * a + kept.delta)


def loss_forgotten(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - m - n (a + delta)."""
    return k - m - n * (a + kept.delta)


def delta_forgotten(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - m - n e^eps a."""
    return k - m - n * kept.exp_eps * a


def nine_tenths_of_delta(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - m - n (e^eps a + 9 delta/10)."""
    return k - m - n * (kept.exp_eps * a + kept.delta * 9 / 10)


def nine_tenths_of_loss(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - m - n (9 e^eps a/10 + delta)."""
    return k - m - n * (kept.exp_eps * a * 9 / 10 + kept.delta)


def false_positives_forgotten(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - m - n delta."""
    del a
    return k - m - n * kept.delta


def one_public_row_more(
    k: Fraction, a: Fraction, kept: Guarantee[Fraction], n: int, m: int
) -> Fraction:
    """E[K] - 2m - 1 - n (e^eps a + delta): nobody is caught."""
    return k - 2 * m - 1 - n * (kept.exp_eps * a + kept.delta)
