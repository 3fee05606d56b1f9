"""What was decided of a claim, in one line that is derived from the verdict and never typed.

It says for which values a statement was found true, and that nothing is decided beyond them; for
which eps, where every audit of privacy says so; or in which way the statement is false.
"""

from __future__ import annotations

from collections.abc import Sequence

from audits.certificates import EVERY_EPSILON, EVERY_UNIT
from audits.ledger import Decided, Form, Found, Grade, Quantifier, Result
from audits.shown.digits import folded
from audits.shown.meanings import FORMS, GRADES, TRUE
from audits.verdict import Certificate, Evidence, Holds

LONGEST_LIST = 90
"""Characters up to which values are listed; beyond, their cases are counted."""

WITHOUT_VALUES = {
    Evidence.CLOSED_FORM: ", by formulas that are compared for all values of r",
    Evidence.RECOMPUTED: ", where two ways to one number agree",
    Evidence.COMPUTED: ", in the numbers that are compared",
    Evidence.ENUMERATED: ", in the cases that are listed",
}
"""What is said of the scope of a claim without variables."""

OF_PRIVACY = ("point", "all-epsilon", "densities")
"""Kinds of certificates that prove privacy: at one eps, for a range, for all eps > 0."""


def reading(result: Result, others: Sequence[Result] = ()) -> str:
    """The line, without its markup.

    Args:
        result: what was found of one form.
        others: the results of the other forms of the same claim.
    """
    words = _reading(result)
    if result.found is Found.REFUTED:
        words += "".join(_repaired(other) for other in others)
    if result.found is not result.claim.expected:
        expected = result.claim.expected.value
        words += f" This is unexpected: the ledger expects {expected!r}."
    elif not result.as_expected:
        words += " This is unexpected: a wrong variant was not refuted."
    return words


def _reading(result: Result) -> str:
    match result.found:
        case Found.HOLDS:
            return _true(result)
        case Found.REFUTED:
            return _false(result)
        case Found.NOT_CHECKABLE:
            return "Not decided: no finite computation decides it."
        case Found.VACUOUS:
            return "Not decided: none of the cases could have come out otherwise."
        case Found.UNDECIDED:
            return "Not decided: neither a proof nor a counterexample was found."
        case Found.ERROR:
            return "Not decided: the check ended with an error."


def _true(result: Result) -> str:
    """For which values, for which eps, and that no more is decided."""
    assert isinstance(result.decided, Decided)
    scope, cases = result.claim.scope, result.decided.cases
    head = TRUE[result.claim.form]
    if scope.sampled:
        return f"{head} in each of the {cases.live} cases tried, a sample. Not decided in others."
    (clause, sentence), limit = _eps(result.decided), _limit(scope.quantifiers)
    if not scope.quantifiers:
        where = _without_values(result.decided)
    else:
        listed = _listed(scope.text(result.size), scope.quantifiers)
        count = cases.live + cases.idle
        where = f" for {listed}" if listed else f" in {count} case{'s' * (count != 1)}"
    if clause and where:
        clause = f",{clause.replace(' and every eps', ' for every eps', 1)}"
    return f"{head}{where}{clause}.{sentence}{limit}{_rests(result.decided)}"


def _listed(text: str, quantifiers: Sequence[Quantifier]) -> str:
    """The values, if their names say anything and they are few."""
    short = folded(text)
    if short.count("; ") == 1:
        short = short.replace("; ", " and ")
    plain = all(len(name) == 1 or name not in OPAQUE for q in quantifiers for name in q.names)
    return short if plain and len(short) <= LONGEST_LIST else ""


OPAQUE = frozenset({"case", "setting", "instance", "sizes", "toy", "example", "test", "point"})
"""Variables whose values say nothing to a reader: their cases are counted."""


def _limit(quantifiers: Sequence[Quantifier]) -> str:
    """That other values are not decided."""
    names = [name for q in quantifiers for name in q.names]
    if not names:
        return ""
    if len(names) > 3 or OPAQUE.intersection(names):
        return " Not decided in other cases."
    *first, last = names
    listed = f"{', '.join(first)} and {last}" if first else last
    return f" Not decided for other values of {listed}."


def _without_values(decided: Decided) -> str:
    databases = sum(part.verdict.scope.databases for part in decided.parts)
    if any(_kind(proof).startswith("stream") for proof in _proofs(decided)):
        return ""  # said with every eps
    if databases:
        return f" on the {databases} databases that are listed"
    return WITHOUT_VALUES.get(decided.evidence, "") if decided.evidence else ""


def _eps(decided: Decided) -> tuple[str, str]:
    """For which eps: a clause of the sentence, or a sentence of its own."""
    proofs = _proofs(decided)
    kinds = {_kind(proof) for proof in proofs}
    if kinds == {"stream-bound"}:
        return " for every eps and every number of answers", ""
    if kinds == {"stream-bound", "stream-attained"}:  # which takes enough answers
        return " for every eps, and the bound for every number of answers", ""
    if kinds == {"stream-attained"}:
        return " for every eps", ""
    audits = [proof for proof in proofs if _kind(proof) in OF_PRIVACY]
    every = sum(map(_for_every_eps, audits))
    if not every:
        return "", ""
    if all(map(_for_every_eps, proofs)):
        return " and every eps", ""
    if every == len(audits):
        return "", " Privacy is decided for every eps."
    part = f"in {every} of {len(audits)} audits, at single values of eps in the others"
    return "", f" Privacy is decided for every eps {part}."


def _proofs(decided: Decided) -> list[Certificate]:
    verdicts = [part.verdict for part in decided.parts]
    return [verdict.certificate for verdict in verdicts if isinstance(verdict, Holds)]


def _kind(proof: Certificate) -> str:
    return str(proof["kind"])


def _for_every_eps(proof: Certificate) -> bool:
    return proof.get("range") in (EVERY_EPSILON.json(), EVERY_UNIT)


def _rests(decided: Decided) -> str:
    names = dict.fromkeys(lemma.claim for lemma in decided.lemmas)
    return f" It rests on {', '.join(names)}." if names else ""


def _false(result: Result) -> str:
    erratum = result.claim.erratum
    if erratum is None:
        return "False: there is a counterexample."
    if result.claim.form is not Form.PRINTED and erratum.grade is Grade.FALSE:
        return f"False ({FORMS[result.claim.form].lower()})."
    same = f" The same error is listed at {erratum.same_as}." if erratum.same_as else ""
    return f"{GRADES[erratum.grade]}{same}"


def _repaired(other: Result) -> str:
    """That another form is true."""
    if other.found is not Found.HOLDS or other.claim.form is not Form.CORRECTED:
        return ""
    return " A corrected form is true where it was decided."
