"""Sanitisers of signed messages, and the exact law of what a forger makes of them."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.hardness.signatures import SignedMessage, TableSignatures, all_keys

Signed = Database[SignedMessage]


def pairs(messages: int, signatures: int) -> tuple[SignedMessage, ...]:
    """All rows."""
    return tuple(product(range(messages), range(signatures)))


@dataclass(frozen=True, slots=True)
class Telling:
    """The database itself."""

    def __call__(self, database: Signed, coins: Coins[R], /) -> Signed:
        return database


@dataclass(frozen=True, slots=True)
class Unread:
    """Rows drawn uniformly from all pairs, whatever the database."""

    messages: int
    signatures: int
    rows: int

    def __call__(self, database: Signed, coins: Coins[Fraction], /) -> Signed:
        every = pairs(self.messages, self.signatures)
        return tuple(coins.draw(Dist.uniform(every)) for _ in range(self.rows))


@dataclass(frozen=True, slots=True)
class FirstThenUnread:
    """The first row, and a uniform one after it."""

    messages: int
    signatures: int

    def __call__(self, database: Signed, coins: Coins[Fraction], /) -> Signed:
        sample_of = coins.draw(Dist.uniform(pairs(self.messages, self.signatures)))
        return (database[0], sample_of)


@dataclass(frozen=True, slots=True)
class Responding:
    """Randomised response on the pairs."""

    messages: int
    signatures: int
    eps: Epsilon[Any]

    def __call__(self, database: Signed, coins: Coins[Any], /) -> Signed:
        size = self.messages * self.signatures
        said = coins.run(
            RandomizedResponse(Domain.of_size(size), self.eps),
            tuple(m * self.signatures + s for m, s in database),
        )
        return tuple(divmod(each, self.signatures) for each in said)


def sample_of(messages: int, signatures: int, n: int) -> Iterator[tuple[TableSignatures, Signed]]:
    """Every key and all messages: equally likely."""
    for scheme in all_keys(messages, signatures):
        for chosen in product(range(messages), repeat=n):
            yield scheme, scheme.signed(chosen)


def outcome_masses(
    build: Callable[..., Any], sanitiser: Any, sizes: tuple[int, int, int]
) -> tuple[Fraction, Fraction, Fraction]:
    """Forged: a pair that verifies and is new; wrong: another pair; nothing."""
    forged = wrong = nothing = Fraction(0)
    experiments = list(sample_of(*sizes))
    for scheme, x in experiments:
        found = law(build(sanitiser, scheme), x)
        for row in found:
            p = found.probability(row)
            if row is Bottom.BOTTOM:
                nothing += p
            elif scheme.verifies(row) and row not in x:
                forged += p
            else:
                wrong += p
    total = len(experiments)
    return forged / total, wrong / total, nothing / total


def verifying_row(*sizes: int) -> Problem[Signed, Rows]:
    """Release so many rows, one of which verifies, on n random messages signed by a random key."""
    return _verifying(sizes, lambda scheme, row, _: scheme.verifies(row), "verifies")


def _verifying(
    sizes: tuple[int, ...],
    good: Callable[[TableSignatures, SignedMessage, Signed], bool],
    words: str,
) -> Problem[Signed, Rows]:
    messages, signatures, n, released = sizes
    rows = pairs(messages, signatures)
    outcomes = tuple(combinations(rows, released))
    universe = replace_one(rows, n)
    place = {database: i for i, database in enumerate(universe.databases())}
    experiments = list(sample_of(messages, signatures, n))
    weights: dict[tuple[int, int], Fraction] = {}
    for scheme, x in experiments:
        at = place[tuple(sorted(x, key=rows.index))]
        for y, synthetic in enumerate(outcomes):
            if any(good(scheme, row, x) for row in synthetic):
                cell = at, y
                weights[cell] = weights.get(cell, Fraction(0)) + Fraction(1, len(experiments))
    terms = tuple((at, (y,), weight) for (at, y), weight in weights.items())
    some = "a row" if released == 1 else f"one of {released} rows"
    return Problem(
        f"{some} that {words}: {n} of {messages} messages, {signatures} signatures",
        universe,
        outcomes,
        (Score("average", terms),),
    )


def only_copies(*sizes: int) -> Problem[Signed, Rows]:
    """Only rows of the database count."""
    return _verifying(sizes, lambda _, row, x: row in x, "was signed")
