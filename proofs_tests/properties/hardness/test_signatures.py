"""Signed messages, arbitrary forgers and sanitisers."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from audits.claims.vt14.impostors.signatures import (
    WRONG_DATABASES,
    WRONG_FORGERS,
    WRONG_SCHEMES,
    NeverNew,
    ParityOfMessage,
    Scheme,
    Sign,
)
from audits.claims.vt14.laws.signatures import pairs
from audits.ledger.edits import wrong
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.adversaries import synthesisers
from proofs_tests.strategies.mechanisms import mechanisms, sequences
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.hardness.signatures import Forger, SignedMessage, TableSignatures, all_keys
from reference.probability.coins import Mechanism

MESSAGES, SIGNATURES = 3, 2
PAIRS = pairs(MESSAGES, SIGNATURES)
Signed = Database[SignedMessage]
Sanitiser = Mechanism[Signed, Signed, Fraction]
Forging = Mechanism[Signed, SignedMessage | Bottom, Fraction]
Builds = Callable[
    [Sanitiser, TableSignatures], Mechanism[Signed, SignedMessage | Bottom, Fraction]
]
Keys = Callable[[int, int], Iterator[TableSignatures]]

KEYS = st.tuples(*[st.integers(0, SIGNATURES - 1)] * MESSAGES)
ONE_ROW = sequences(PAIRS, 1)


@property_of(TableSignatures, WRONG_SCHEMES, key=KEYS)
def test_a_pair_verifies_if_it_is_in_the_table(build: Scheme, key: tuple[int, ...]) -> None:
    """Every message has one signature, the one that Sign makes."""
    scheme = build(key, SIGNATURES)
    assert {row for row in PAIRS if scheme.verifies(row)} == {*enumerate(key)}
    assert [*map(scheme.sign, range(MESSAGES))] == [*key]


@property_of(
    TableSignatures.signed,
    WRONG_DATABASES,
    key=KEYS,
    messages=st.lists(st.integers(0, MESSAGES - 1), max_size=3),
)
def test_databases_are_signed_row_by_row(
    sign: Sign, key: tuple[int, ...], messages: list[int]
) -> None:
    """In the order of the messages that are given."""
    assert sign(TableSignatures(key, SIGNATURES), messages) == tuple((m, key[m]) for m in messages)


@property_of(
    all_keys,
    {
        "one entry fewer": "repeat=messages => repeat=messages - 1",
        "one signature fewer": "range(signatures) => range(signatures - 1)",
    },
    messages=st.integers(2, 3),
    signatures=st.integers(2, 3),
)
def test_all_tables_are_keys(keys: Keys, messages: int, signatures: int) -> None:
    """Each once: T^M of them."""
    found = [scheme.key for scheme in keys(messages, signatures)]
    assert len(found) == len({*found}) == signatures**messages
    assert all(len(key) == messages and {*key} <= {*range(signatures)} for key in found)


@property_of(
    all_keys,
    {
        "one signature for all messages": wrong(all_keys, TableSignatures=NeverNew),
        "messages m and m + 2 signed alike": wrong(all_keys, TableSignatures=ParityOfMessage),
        "the first signature in any case": "product(range(signatures) => product((0,)",
    },
    forger=mechanisms(PAIRS, 1, [*PAIRS, Bottom.BOTTOM]),
)
def test_no_forger_beats_a_guess(keys: Keys, forger: Forging) -> Fraction:
    """A new pair verifies as often as a guess, so none is found with more than 1/T."""
    forged = new = Fraction(0)
    for scheme in keys(MESSAGES, SIGNATURES):
        for message in range(MESSAGES):
            law = law_of(forger, scheme.signed((message,)))
            for row in PAIRS:
                new += law.probability(row) * (row[0] != message) / 24
                forged += law.probability(row) * (row[0] != message and scheme.verifies(row)) / 24
    assert forged == new / SIGNATURES
    return Fraction(1, SIGNATURES) - forged


@property_of(
    Forger,
    WRONG_FORGERS | {"the last row": "for row in synthetic => for row in synthetic[::-1]"},
    sanitiser=synthesisers(ONE_ROW, PAIRS, 3),
    key=KEYS,
    message=st.integers(0, MESSAGES - 1),
)
def test_forger_returns_the_first_new_pair(
    build: Builds, sanitiser: Sanitiser, key: tuple[int, ...], message: int
) -> None:
    """It is a pair of the table that is in the synthetic data and not in the database."""
    x = ((message, key[message]),)
    new = {*enumerate(key)} - {*x}

    def first(y: Signed) -> SignedMessage | Bottom:
        return min(new & {*y}, key=y.index, default=Bottom.BOTTOM)

    forger = build(sanitiser, TableSignatures(key, SIGNATURES))
    assert law_of(forger, x) == law_of(sanitiser, x).map(first)


@property_of(
    Forger,
    {name: WRONG_FORGERS[name] for name in ("does not ask for a new row", "does not verify")},
    sanitiser=mechanisms(PAIRS, 1, [(row,) for row in PAIRS]),
)
def test_private_sanitisers_are_not_accurate(build: Builds, sanitiser: Sanitiser) -> Fraction:
    """What is released verifies with at most p + c (1 - p), p = 1/T, c = r/M + delta, for all r.

    It is a forgery with at most p, and a row of the database with at most c.
    """
    forged = copied = Fraction(0)
    experiments = [*product(all_keys(MESSAGES, SIGNATURES), range(MESSAGES))]
    for scheme, message in experiments:
        x = scheme.signed((message,))
        forged += 1 - law_of(build(sanitiser, scheme), x).probability(Bottom.BOTTOM)
        copied += law_of(sanitiser, x).probability(x)
    forged, copied = forged / len(experiments), copied / len(experiments)
    curve = curve_of(sanitiser, replace_one(PAIRS, 1))
    p, c = Fraction(1, SIGNATURES), min(r / MESSAGES + d for r, d in curve.breakpoints)
    return min(p - forged, c - copied, p + min(c, Fraction(1)) * (1 - p) - forged - copied)
