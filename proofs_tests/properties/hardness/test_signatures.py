"""Signed messages, arbitrary forgers and sanitisers."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import Any

from hypothesis import strategies as st

from audits.claims.vt14.laws.signatures import pairs
from audits.claims.vt14.section_6_3_signatures import WRONG
from audits.ledger.edits import remade
from proofs_tests.properties.measured import curve_of, law_of
from proofs_tests.properties.sides import at_most, refused
from proofs_tests.properties.stated import property_of
from proofs_tests.strategies.mechanisms import mechanisms, scattered
from reference.data.adjacency import replace_one
from reference.data.bottom import Bottom
from reference.data.database import Database
from reference.hardness.signatures import Forger, SignedMessage, TableSignatures, all_keys
from reference.probability.coins import Mechanism

MESSAGES, SIGNATURES = 3, 2
PAIRS = pairs(MESSAGES, SIGNATURES)
SYNTHETIC = st.lists(st.sampled_from(PAIRS), max_size=3).map(tuple)
TABLES = [*product(range(SIGNATURES), repeat=MESSAGES)]
Sanitiser = Mechanism[Database[SignedMessage], Database[SignedMessage], Fraction]


@property_of(
    all_keys,
    {
        name: remade(all_keys, TableSignatures=WRONG[TableSignatures][name])
        for name in ("one signature for all messages", "messages m and m + 2 signed alike")
    }
    | {"one entry fewer": "repeat=messages => repeat=messages - 1"},
    forger=mechanisms(PAIRS, 1, [*PAIRS, Bottom.BOTTOM]),
)
def test_no_forger_beats_a_guess(
    made: Callable[..., Any], forger: Mechanism[Any, Any, Any]
) -> None:
    """Of all tables, each once, a new pair verifies in every T-th: as often as a guess does."""
    forged = new = Fraction(0)
    schemes = [*made(MESSAGES, SIGNATURES)]
    assert [scheme.key for scheme in schemes] == TABLES
    for scheme in schemes:
        assert scheme.signed((2, 0, 1, 2)) == tuple((m, scheme.key[m]) for m in (2, 0, 1, 2))
        for message in range(MESSAGES):
            law = law_of(forger, scheme.signed((message,)))
            for row in PAIRS:
                assert scheme.verifies(row) == (row in enumerate(scheme.key))
                new += law.probability(row) * (row[0] != message)
                forged += law.probability(row) * (row[0] != message and scheme.verifies(row))
    assert forged == new / SIGNATURES


@property_of(
    TableSignatures,
    {
        "one signature more": "0 <= s < self => 0 <= s <= self",
        "an empty table": "if not self.key or not => if not",
    },
    key=st.lists(st.integers(-1, SIGNATURES), max_size=MESSAGES).map(tuple),
)
def test_a_table_has_entries_which_are_signatures(made: Any, key: tuple[int, ...]) -> None:
    """Others are refused."""
    assert refused(made, key, SIGNATURES) == (not key or not {*key} <= {*range(SIGNATURES)})


@property_of(
    Forger,
    {
        "stops at the first row that verifies": WRONG[Forger][
            "stops at the first row that verifies"
        ],
        "the last row": "for row in synthetic => for row in synthetic[::-1]",
    },
    sanitiser=st.lists(SYNTHETIC, min_size=1, max_size=4, unique=True).flatmap(scattered),
    key=st.sampled_from(TABLES),
    messages=st.lists(st.integers(0, MESSAGES - 1), min_size=1, max_size=2),
    examples=150,
)
def test_forger_returns_the_first_new_pair(
    made: Callable[..., Any], sanitiser: Sanitiser, key: tuple[int, ...], messages: list[int]
) -> None:
    """It is a pair of the table that is in the synthetic data and not in the database."""
    x = tuple((message, key[message]) for message in messages)
    new = {*enumerate(key)} - {*x}

    def first(y: Database[SignedMessage]) -> SignedMessage | Bottom:
        return min(new & {*y}, key=y.index, default=Bottom.BOTTOM)

    forger = made(sanitiser, TableSignatures(key, SIGNATURES))
    assert law_of(forger, x) == law_of(sanitiser, x).map(first)


@property_of(
    Forger,
    {name: WRONG[Forger][name] for name in ("does not ask for a new row", "does not verify")},
    sanitiser=mechanisms(PAIRS, 1, [(row,) for row in PAIRS]),
)
def test_private_sanitisers_are_not_accurate(
    made: Callable[..., Any], sanitiser: Sanitiser
) -> Fraction:
    """What is released verifies with at most p + c (1 - p), p = 1/T, c = r/M + delta, for all r.

    It is a forgery with at most p, and a row of the database with at most c.
    """
    forged = copied = Fraction(0)
    experiments = [*product(all_keys(MESSAGES, SIGNATURES), range(MESSAGES))]
    for scheme, message in experiments:
        x = scheme.signed((message,))
        forged += 1 - law_of(made(sanitiser, scheme), x).probability(Bottom.BOTTOM)
        copied += law_of(sanitiser, x).probability(x)
    forged, copied = forged / len(experiments), copied / len(experiments)
    curve = curve_of(sanitiser, replace_one(PAIRS, 1))
    p, c = Fraction(1, SIGNATURES), min(r / MESSAGES + d for r, d in curve.breakpoints)
    both = p + min(c, Fraction(1)) * (1 - p)
    return min(
        at_most(forged, p, "the chance of a forgery"),
        at_most(copied, c, "the chance of a row of the database"),
        at_most(forged + copied, both, "the chance of either"),
    )
