"""How claims are written: what they declare, and what they may not do themselves."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from types import CodeType, FunctionType

from audits.ledger import Claim, Erratum, Form, Found, Grade, claims, inventory
from audits.ledger.claiming import NotFinitelyCheckable
from audits.near_names import hint
from proofs_tests.architecture.tree import Module, imports, modules
from reference.source import Paper

FORMS = frozenset({"private", "accurate", "optimal", "step", "stream_loses", "stream_private"})

DECIDED_HERE = (
    *(f"audits.engines.privacy.{name}" for name in ("point", "audit", "all_epsilon", "curve")),
    *("audits.engines.accuracy", "audits.evidence.verdict", "audits.kernel"),
    *(f"reference.privacy.divergence.{name}" for name in ("hockey_stick", "max_divergence")),
)
"""Claims say `private` and `accurate`, and leave sums and verdicts to the engines."""

LOWER_BOUND = "a lower bound on the loss: the probabilities of one event on two databases"
STEP = "a step of a proof: numbers of a formula, or of an event that is no output"
SIZE = "how many rows suffice: an inequality between formulas"
PIECES = "all distributions at once: a probability that is a polynomial in their masses"

NO_LAW: Mapping[str, str] = {
    "BBKN13.T3.2": SIZE,
    "BBKN13.T4.11.both": SIZE,
    "KLMNS20.DER.TPARAM": SIZE,
    "BBKN13.C4.5.conf": STEP,
    "BBKN13.C4.5.E1": STEP,
    "BBKN13.C4.5.E2": STEP,
    "BBKN13.C4.5.sel": STEP,
    "BBKN13.C4.5.total": STEP,
    "BBKN13.C4.3.bot": "one outcome has a ratio of its own",
    "BBKN13.C4.3.star": "pairs with a star have a ratio of their own",
    "BCMNUW20.MON.T4.14": "scales of continuous noise, which has no table",
    "VT14.TXT.gptr-noise": "the mean of continuous noise, which has no table",
    "BCMNUW20.TXT.repneigh": "a map of databases, no law",
    "BCMNUW20.R9.c": SIZE,
    "BCMNUW20.T10": SIZE,
    "BNSV15.AppC.priv": "a map of noise vectors, and rows that come or go",
    "KLMNS20.TXT.DISTCLOSE": "sets of neighbours, not of outcomes, are compared",
    "VT14.T4.2.4": "all mechanisms, by linear programmes and their duals",
    "VT14.TXT.8.4": "polynomials, nothing is drawn",
    "VT14.TXT.cheb-acc": SIZE,
    "VT14.TXT.cheb-priv": "a sensitivity, which has no law",
    "BBKN13.L3.4.two-points": PIECES,
    "BBKN13.L3.4.three-points": PIECES,
    "BBKN13.T3.2.three-points": PIECES,
    "BBKN13.A.A2.three-points": PIECES,
    "VT14.TXT.pmw-utility": "as printed, the noise is fixed; the concrete form has the laws",
    "VT14.TXT.pmw-acc-formula": SIZE,
    "VT14.E1.1.3c": LOWER_BOUND,
    "CORE.composition-is-not-free": LOWER_BOUND,
    "CORE.randomized-response-is-tight": LOWER_BOUND,
    "CORE.geometric-mechanism-is-tight": LOWER_BOUND,
    "CORE.truncated-geometric-noise-is-not-pure": LOWER_BOUND,
    "CORE.truncated-geometric-answer-costs-more": LOWER_BOUND,
    "CORE.exponential-mechanism-half-exponent": LOWER_BOUND,
    "CORE.sparse-vector-5-some-loss": LOWER_BOUND,
    "CORE.choosing-mechanism-delta-is-attained": LOWER_BOUND,
    "CORE.choosing-mechanism-is-not-pure": LOWER_BOUND,
    "CORE.stable-histogram-delta-is-attained": LOWER_BOUND,
    "CORE.stable-histogram-threshold": LOWER_BOUND,
    "CORE.binary-tree-counter-is-tight": LOWER_BOUND,
    "CORE.above-threshold-half": LOWER_BOUND,
    "CORE.subsampling-has-a-price": LOWER_BOUND,
    "CORE.declared-guarantees-at-one-eps": "what mechanisms declare is compared with what is true",
    "CORE.permute-and-flip-beats-exponential": "two expectations are compared",
}
"""Claims of privacy or accuracy that no certificate with laws could decide, and why."""

ABOUT_DIVERGENCES: Mapping[str, str] = {
    "audits.claims.bbkn13.section_2_preliminaries": "events against outcomes",
    "audits.claims.bcmnuw20.section_2_2_least_delta": "events against hockey sticks",
    "audits.claims.bnsv15.section_1_introduction": "events against hockey sticks",
    "audits.claims.klmns20.section_2_privacy": "events against hockey sticks",
    "audits.claims.klmns20.section_4_privacy_of_heavy_paths": "the distance of two mixtures",
    "audits.claims.standard_mechanisms.events": "events against hockey sticks",
    "audits.claims.vt14.section_1_1_definition": "events against ratios and hockey sticks",
}
"""Modules with claims about the divergences themselves, and which."""


def checked() -> Iterator[Claim]:
    """Every claim with a check."""
    yield from (item for item in claims() if not isinstance(item.check, NotFinitelyCheckable))


def name(item: Claim) -> str:
    """How a claim is called in a failure."""
    return f"{item.id} ({item.form.value})"


CITED = re.compile(rf"\b(?:{'|'.join(paper.value for paper in Paper)})\.[\w.-]*\w", re.ASCII)
"""An id in a docstring."""


def unknown(module: Module) -> list[str]:
    """Each id in a module that is neither in the inventory nor in the ledger, as a sentence."""
    return [
        f"{module.name}:{number} cites {cited}{hint(cited, known()) or ': no claim has this id'}"
        for number, line in enumerate(module.text.splitlines(), 1)
        for cited in CITED.findall(line)
        if cited not in known()
    ]


@cache
def known() -> frozenset[str]:
    """The ids."""
    return frozenset(inventory())


def test_the_reference_cites_ids_that_exist() -> None:
    """Such as those under Guarantees."""
    tree = modules("reference")
    assert sum(len(CITED.findall(module.text)) for module in tree) > 100
    found = [text for module in tree for text in unknown(module)]
    assert found == [], "\n".join(found)


def test_an_id_that_does_not_exist_is_found() -> None:
    """With its line, and what may be meant."""
    text = "Source: folklore.\nGuarantees: CORE.randomized-response, CORE.randomised-response."
    (found,) = unknown(Module("reference.snippet", text))
    meant = "CORE.randomised-response; did you mean CORE.randomized-response"
    assert found.startswith(f"reference.snippet:2 cites {meant}")


def test_whatever_a_claim_is_about_has_an_impostor() -> None:
    """A claim about a mechanism, reduction, construction or attack could come out otherwise."""
    held = (item for item in checked() if item.expected is Found.HOLDS)
    parts = ((item, part) for item in held for part in item.checks)
    bare = [name(item) for item, part in parts if part.about and not part.impostors]
    problem = "refutes no wrong variant: `make teeth`, or add one to the table `WRONG`"
    assert bare == [], f"{', '.join(bare)}: {problem}"


def test_every_error_in_print_is_graded_located_and_told() -> None:
    """Or it is the same as another that is."""
    wrong = {c.id: c for c in checked() if c.form is Form.PRINTED and c.erratum}
    missing = [
        each
        for each, item in wrong.items()
        if item.erratum and item.erratum.same_as not in wrong and not told(item, item.erratum)
    ]
    assert missing == [], "\n".join(missing)


def test_the_same_error_has_the_same_grade() -> None:
    """Where one row tells of several claims, its grade is that of each."""
    wrong = [(c.id, c.erratum) for c in checked() if c.form is Form.PRINTED and c.erratum]
    grades: dict[str, Grade] = {each: e.grade for each, e in wrong}
    assert [each for each, e in wrong if grades.get(e.same_as, e.grade) is not e.grade] == []


def test_known_mistakes_are_those_of_no_paper() -> None:
    """What is refuted of the standard mechanisms is known to be broken, and nothing else is.

    What is refuted of a book that a paper cites is an error of the book.
    """
    wrong = {c.id: c.erratum for c in checked() if c.form is Form.PRINTED and c.erratum}
    for grade, prefix in ((Grade.KNOWN_BROKEN, "CORE."), (Grade.CITED, "BCMNUW20.MON.")):
        found = {each for each, e in wrong.items() if e.grade is grade}
        assert found == {each for each in wrong if each.startswith(prefix)}


def told(item: Claim, erratum: Erratum) -> bool:
    """Whether the place is given, and what is compared: two databases need no words."""
    words = bool(erratum.left and erratum.right)
    return bool(erratum.place) and (words or bool(called(item.check) & FORMS))


def test_a_claim_of_privacy_or_accuracy_leaves_the_laws() -> None:
    """What is about something is decided by a form that puts the laws into the certificate."""
    bare = [
        name(item)
        for item in checked()
        if item.entry.kind in {"privacy", "accuracy"}
        and item.expected is Found.HOLDS
        and item.about
        and not any(FORMS & called(each.check) for each in item.checks)
    ]
    unexpected = [each for each in bare if each.split(" ")[0] not in NO_LAW]
    assert unexpected == [], "\n".join(unexpected)
    assert set(NO_LAW) == {each.split(" ")[0] for each in bare}


def test_claims_leave_sums_and_verdicts_to_the_engines() -> None:
    """No hockey-stick sums, no tight constants, no audits of their own."""
    found = [
        f"{module.name}:{line} imports {target}"
        for module in modules("audits.claims")
        for line, target in imports(module)
        if target.startswith(DECIDED_HERE) and module.name not in ABOUT_DIVERGENCES
    ]
    assert found == [], "\n".join(found)


def called(check: object) -> frozenset[str]:
    """The names that a check uses, and the functions of the claims that it calls."""
    seen: set[Callable[..., object]] = set()
    names: set[str] = set()
    todo = [check]
    while todo:
        function = todo.pop()
        if isinstance(function, FunctionType) and function not in seen:
            seen.add(function)
            used = set(names_of(function.__code__))
            names |= used
            todo += [
                value
                for key, value in function.__globals__.items()
                if key in used and getattr(value, "__module__", "").startswith("audits.claims")
            ]
    return frozenset(names)


def names_of(code: CodeType) -> Iterator[str]:
    """The names that a function uses, and the functions inside of it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_of(constant)
