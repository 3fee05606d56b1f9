"""Tables of wrong variants, and the lock files that say which claim refutes which."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from audits.claims.vocabulary import eq, le
from audits.ledger import (
    WRONG,
    Found,
    Grade,
    Parts,
    Size,
    claim,
    claiming,
    claims,
    given,
    over,
    run_claim,
)
from audits.ledger.claiming import REGISTERED, ClaimId, Erratum
from audits.ledger.edits import remade
from audits.ledger.forms import Form, Item
from audits.ledger.impostors import Tables, twice_eps, wrong
from audits.ledger.lock_teeth import bitten, never_refuted
from audits.ledger.teeth import CLAIMS, LOCK, Teeth, locked, write_lock
from proofs_tests.nightly import NIGHTLY
from reference.mechanisms.noise.biased_response import BiasedResponse
from reference.mechanisms.stream.numeric_sparse import NumericSparse
from reference.privacy.epsilon import Epsilon
from reference.probability.provenance import ours

HALF = Fraction(1, 2)
NAME = ClaimId("VT14.ALG.RR")


def test_a_variant_is_made_from_the_source_when_it_is_looked_up() -> None:
    """Of an edit, of several, and of what is called as it is."""
    tables = Tables()
    tables[BiasedResponse] = {
        "half": "(1 - self.bias) / 2) => (1 - self.bias / 2) / 2)",
        "twice": ("< 1:\n => < 2:\n", "(1 - self.bias) / 2) => (1 - self.bias) / 4)"),
        "another": given(BiasedResponse, bias=lambda b: b / 2),
    }
    assert tables[BiasedResponse]["twice"](Fraction(3, 2)).bias == Fraction(3, 2)
    assert tables[BiasedResponse]["another"](HALF).bias == Fraction(1, 4)
    assert tables[BiasedResponse]["half"] is tables[BiasedResponse]["half"]
    assert tables[NumericSparse] == {}


def test_variants_are_ours_and_run_without_a_guard() -> None:
    """Other parameters, twice the eps, an edit: nothing that they hold is of a library."""
    edited = wrong(BiasedResponse, "(1 - self.bias) / 2) => (1 - self.bias / 2) / 2)")
    for variant in (given(BiasedResponse, bias=HALF), twice_eps(BiasedResponse), edited):
        assert ours(variant)
        assert ours(variant(HALF))


def test_an_edit_that_misfits_names_the_table() -> None:
    """File and line, the variant, and the text that is not there."""
    tables = Tables()
    tables[BiasedResponse] = {"no such place": "self.biaz => 1", "x": "self.bias / 2 => 1"}
    place = r"units/audits/test_wrong_variants.py:\d+"
    with pytest.raises(ValueError, match=rf"{place}: 'no such place': .*'self.biaz' stands there"):
        tables[BiasedResponse]["no such place"]
    with pytest.raises(KeyError, match=rf"{place}: no wrong variant 'no such'; did you mean"):
        tables[BiasedResponse]["no such"]
    with pytest.raises(ValueError, match="BiasedResponse: 'x' is in its table already"):
        tables[BiasedResponse] = {"x": "self.bias / 2 => 1"}
    with pytest.raises(ValueError, match="NumericSparse: no variants"):
        tables[NumericSparse] = {}


def test_a_second_constructor_has_the_variants_of_its_class() -> None:
    """That constructor of the edited class."""
    tables = Tables()
    tables[NumericSparse] = {"one more": "values < self.count => values <= self.count"}
    made = tables[NumericSparse.of_budget]["one more"](0, 1, Epsilon(Fraction(2), 9))
    assert type(made).__name__ == "NumericSparse"
    assert not isinstance(made, NumericSparse)


def test_another_parameter() -> None:
    """By a function of what is given, or another value; no other name."""
    assert given(BiasedResponse, bias=HALF)(Fraction(1, 3)).bias == HALF
    with pytest.raises(TypeError, match=r"BiasedResponse: no 'biaz'; did you mean bias\?"):
        given(BiasedResponse, biaz=HALF)


def test_parts_have_names() -> None:
    """Each is called by its name, and replaced by its name."""
    parts = Parts(least=min, most=max)
    assert (parts.least(1, 2), parts.but(least=max).least(1, 2), parts.most(1, 2)) == (1, 2, 2)
    for call in (lambda: parts.leest(1, 2), lambda: parts.but(leest=max)):
        with pytest.raises(AttributeError, match=r"no part 'leest'; did you mean least\?"):
            call()


def test_names_of_the_new_text_may_be_given() -> None:
    """Of a function that stands in no module, for one."""
    edit = "bernoulli((1 - self.bias) / 2) => coin(self.bias)"
    assert remade(BiasedResponse, edit, coin=lambda b: b)(HALF).bias == HALF
    with pytest.raises(NameError, match="has no nickel"):
        remade(BiasedResponse, edit, nickel=lambda b: b)


def test_a_lock_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    """In the order of the ids, with cases where they are known; a claim without teeth goes."""
    file = tmp_path / LOCK
    teeth: dict[str, dict[str, int | None]] = {
        "B printed": {"two [b]": 12, "one": 0},
        "A concrete": {"x = y": None},
    }
    write_lock(file, teeth | {"C printed": {}})
    assert file.read_text("utf-8").splitlines()[2:] == [
        *("A concrete", "  x = y", "B printed", "  two [b] [12]", "  one [0]")
    ]
    assert locked(file) == teeth
    assert locked(tmp_path / "none") == {}


@pytest.mark.parametrize("text", ["A b\n  x\nA b\n  y\n", "A b\n  x [1]\n  x [2]\n"])
def test_a_lock_file_lists_nothing_twice(text: str, tmp_path: Path) -> None:
    """As after a merge."""
    (tmp_path / LOCK).write_text(text, "utf-8")
    with pytest.raises(ValueError, match="twice: `make teeth`"):
        locked(tmp_path / LOCK)


def test_teeth_are_what_the_lock_lists(tmp_path: Path) -> None:
    """A name that the table has no more is an error that says what to do."""
    claims()
    write_lock(tmp_path / LOCK, {"A printed": {"half the bias": 3, "half the baas": None}})
    teeth = Teeth(BiasedResponse, "A printed", tmp_path / LOCK)
    assert teeth["half the bias"] is WRONG[BiasedResponse]["half the bias"]
    assert (teeth.case("half the bias"), teeth.case("half the baas")) == (3, None)
    with pytest.raises(KeyError, match=r"A printed: no wrong variant 'half the baas'.*make teeth"):
        teeth["half the baas"]
    assert not Teeth(BiasedResponse, "B printed", tmp_path / LOCK)


def test_every_wrong_variant_is_refuted_by_a_claim() -> None:
    """And every lock file lists claims and variants that there are.

    They are made by `make audit`, and here at night.
    """
    mend = "add a claim or a case that tells it, or remove it; then `make teeth`"
    assert [f"{each}: {mend}" for each in never_refuted()] == []
    checks = [c for item in claims() for c in item.checks]
    known = {
        c.impostors.key: (c.impostors, c.about) for c in checks if isinstance(c.impostors, Teeth)
    }
    for file in CLAIMS.glob(f"*/{LOCK}"):
        for key, variants in locked(file).items():
            teeth, about = known[key]
            assert about is not None
            assert teeth.file == file, key
            assert {*variants} <= {*WRONG[about]}, key
            for variant in map(teeth.__getitem__, variants) if NIGHTLY else ():
                assert not isinstance(variant, Parts) or variant.parts


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("locked_at", [None, 0, 1, 9])
def test_a_variant_is_tried_at_its_case_first(
    locked_at: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At that one alone if it refutes; at all if it does not, or there is none."""
    REGISTERED.pop((NAME, Form.PRINTED))
    file = tmp_path / LOCK
    write_lock(file, {f"{NAME} printed": {"twice the loss": locked_at}})
    monkeypatch.setattr(claiming, "lock_beside", lambda _: file)
    seen: list[int] = []

    @claim(NAME, over(n=(0, 1, 2)), about=BiasedResponse)
    def loss(build: Callable[..., BiasedResponse], n: int) -> Iterator[Item]:
        """From n = 1 on the loss of bias 1/2 is ln 3."""
        seen.append(n)
        yield eq("e^eps", build(HALF).guarantee.exp_eps if n else 3, 3)

    found = run_claim(REGISTERED[NAME, Form.PRINTED], Size.TINY)
    assert [each.found for each in found.impostors] == [Found.REFUTED]
    tried = {None: [], 0: [0], 1: [1], 9: []}[locked_at]
    rest = [] if locked_at == 1 else [0, 1]
    assert seen == [0, 1, 2, *tried, *rest]


@pytest.mark.usefixtures("registered")
def test_a_claim_that_does_not_hold_locks_nothing() -> None:
    """Whatever it says is no reason to refute a variant."""
    REGISTERED.pop((NAME, Form.PRINTED))

    @claim(NAME, over(n=(0, 1)), about=BiasedResponse)
    def false(build: Callable[..., BiasedResponse], n: int) -> Iterator[Item]:
        """The bias is more than it is."""
        yield eq("bias", build(HALF).bias, HALF + n)

    assert bitten(NAME, Form.PRINTED, 0) == ((NAME, Form.PRINTED, 0), None)


def test_a_paragraph_of_a_docstring_has_a_blank_line_before_it() -> None:
    """Else its words would be those of another."""

    def glued() -> Iterator[Item]:
        yield eq("1", 1, 1)

    glued.__doc__ = "One is one.\n\nCases: all.\nRoutes: one; one more."
    with pytest.raises(ValueError, match=r"printed\): a blank line before `Routes:`"):
        claim(NAME)(glued)


@pytest.mark.usefixtures("registered")
def test_a_claim_is_all_its_clauses() -> None:
    """It is refuted if one is; its statement is theirs; a clause that is false says which."""
    REGISTERED.pop((NAME, Form.PRINTED))

    def clause(name: str, cases: tuple[int, ...], bound: int) -> None:
        def check(n: int) -> Iterator[Item]:
            yield le("n", n, bound)

        check.__doc__ = f"N is at most {bound}.\n\nRoutes: n; {bound}."
        claim(NAME, over(n=cases), clause=name)(check)

    clause("the first", (1, 2), 2)
    clause("the second", (1,), 1)
    (item,) = claims([NAME])
    result = run_claim(item, Size.TINY)
    assert item.statement == "N is at most 2. N is at most 1."
    assert [result.found, *(each.found for each in result.clauses)] == [Found.HOLDS] * 3
    assert result.cases is not None
    assert result.cases.live == 3
    clause("the third", (1,), 0)
    result = run_claim(claims([NAME])[0], Size.TINY)
    assert (result.found, result.clauses[2].found) == (Found.REFUTED, Found.REFUTED)
    assert result.witness["left"] == "1"


@pytest.mark.usefixtures("registered")
def test_clauses_of_one_claim_have_names_and_one_expectation() -> None:
    """Two checks of one id and form are a mistake, unless they are told apart."""

    def check(n: int) -> Iterator[Item]:
        """N is 1.

        Routes: n; 1.
        """
        yield eq("n", n, 1)

    with pytest.raises(ValueError, match=r"VT14.ALG.RR \(printed\) is registered twice: each"):
        claim(NAME, over(n=(1,)), clause="another")(check)
    REGISTERED.pop((NAME, Form.PRINTED))
    claim(NAME, over(n=(1,)), clause="one")(check)
    with pytest.raises(ValueError, match="is registered twice"):
        claim(NAME, over(n=(1,)), clause="one")(check)
    with pytest.raises(ValueError, match="'two' is expected otherwise"):
        claim(NAME, over(n=(1,)), clause="two", refuted=Erratum(Grade.FALSE, "p. 1"))(check)
