"""What was decided of a claim, in one line that is derived from the verdict and never typed.

It says for which values a statement was found true, and that nothing is decided beyond them; for
which eps, where every audit of privacy says so; or in which way the statement is false.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from audits.evidence.certificates import EVERY_EPSILON, EVERY_UNIT
from audits.evidence.verdict import Certificate, Evidence, Holds
from audits.ledger import Cases, Decided, Form, Found, Grade, Quantifier, Result, Size
from audits.ledger.quantifiers import spelled
from audits.rendering.digits import folded
from audits.rendering.meanings import AS_READ, FORMS, GRADES, TRUE, said_of

LONGEST_LIST = 120
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

OF_LAWS = (*OF_PRIVACY, "accuracy")
"""Kinds of certificates on laws."""


def reading(result: Result, others: Sequence[Result] = ()) -> str:
    """The line, without its markup.

    Args:
        result: what was found of one form.
        others: the results of the other forms of the same claim.
    """
    words = said_of(result.claim, _reading(result))
    if result.found is Found.REFUTED:
        words += "".join(_repaired(other) for other in others)
    if result.is_not_run:
        return words
    if result.claim.steps and result.found is Found.HOLDS:
        words += f" Compared are {result.claim.steps}; the rest of the proof is not decided."
    if result.claim.where and result.found in (Found.HOLDS, Found.REFUTED):
        words += f" Here {result.claim.where}"
    if result.found is not result.claim.expected:
        expected = result.claim.expected.value
        words += f" This is unexpected: the ledger expects {expected!r}."
    elif not result.as_expected:
        words += " This is unexpected: a wrong variant was not refuted."
    return words


def _reading(result: Result) -> str:
    if result.clauses and not result.is_not_run:
        return " ".join(f"On {each.claim.clause}: {_reading(each)}" for each in result.clauses)
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
            if result.is_not_run:
                return f"{result.scope[0].upper()}{result.scope[1:]}."
            return "Not decided: the check ended with an error."


def _true(result: Result) -> str:
    """For which values, for which eps, and that no more is decided."""
    assert isinstance(result.decided, Decided)
    scope, cases = result.claim.scope, result.decided.cases
    head = TRUE[result.claim.form]
    if result.claim.steps:
        head = f"Steps of its proof are {head[0].lower()}{head[1:]}"
    if scope.sampled:
        tried = "the one case" if cases.live == 1 else f"each of the {cases.live} cases"
        where = f"{head} in {tried} tried, a sample."
        return f"{where}{_laws(result.decided)} Not decided in others."
    clause, sentence = _eps(result.decided)
    if not EPS.isdisjoint(_names(scope.quantifiers)):
        sentence = sentence.replace(f" Privacy is decided {SINGLE}.", "")
    limit = ""
    if not scope.quantifiers:
        where = _without_values(result.decided)
    else:
        listed = _listed(result)
        count = cases.live + cases.idle
        where = f" for {listed}" if listed else f" in {count} case{'s' * (count != 1)}"
        limit = _limit(result) if listed else IN_OTHER_CASES
    if clause and where:
        clause = f",{clause.replace(' and every eps', ' for every eps', 1)}"
    said = f"{sentence}{_laws(result.decided)}{_skipped(cases)}{limit}"
    return f"{head}{where}{clause}.{said}{_rests(result.decided)}"


def _skipped(cases: Cases) -> str:
    """That the hypothesis is false in some of the cases that are listed."""
    if not cases.skipped:
        return ""
    count = cases.live + cases.idle + cases.skipped
    return f" The hypothesis is false in {cases.skipped} of the {count} cases."


def _listed(result: Result) -> str:
    """The values, if they and their names say anything and they are few."""
    quantifiers, size = result.claim.scope.quantifiers, result.size
    short = folded(result.claim.scope.text(size))
    if short.count("; ") == 1:
        short = short.replace("; ", " and ")
    opaque = any(_opaque(each, size) for each in quantifiers)
    return short if not opaque and len(short) <= LONGEST_LIST else ""


def _opaque(quantifier: Quantifier, size: Size) -> bool:
    """Whether its values say nothing: by their name, or as tuples whose parts have no names."""
    if not OPAQUE.isdisjoint(quantifier.names):
        return True
    (name, *others) = quantifier.names
    if others or "_and_" in name or not quantifier.words(size).startswith(f"{name} = "):
        return False
    return any(isinstance(value, tuple) for (value,) in quantifier.values(size))


OPAQUE = frozenset(
    {"case", "setting", "instance", "sizes", "toy", "example", "test", "point", "part"}
)
"""Variables whose values say nothing to a reader: their cases are counted."""

EPS = frozenset({"eps", "root", "exp_eps", "r"})
"""Variables whose values are the privacy losses, or tell them."""

IN_OTHER_CASES = " Not decided in other cases."


def _names(quantifiers: Sequence[Quantifier]) -> list[str]:
    return [name for q in quantifiers for name in q.names]


def _limit(result: Result) -> str:
    """That other values are not decided; their names only where the values are listed by name."""
    names = _names(result.claim.scope.quantifiers)
    text = result.claim.scope.text(result.size)
    if len(names) > 3 or any(f"{spelled(name)} = " not in text for name in names):
        return IN_OTHER_CASES
    *first, last = (part for name in names for part in name.split("_and_"))
    listed = f"{', '.join(first)} and {last}" if first else last
    return f" Not decided for other values of {listed}."


def _laws(decided: Decided) -> str:
    """On how many databases laws were audited, and where on listed pairs of them alone."""
    privacy, accuracy = list[Holds](), list[Holds]()
    for part in decided.parts:
        verdict = part.verdict
        if isinstance(verdict, Holds) and (kind := _kind(verdict.certificate)) in OF_LAWS:
            (privacy if kind in OF_PRIVACY else accuracy).append(verdict)
    words = []
    if privacy:
        pairs = sum(map(_on_listed_pairs, privacy))
        some = f", in {pairs} of {len(privacy)} on listed pairs alone"
        limit = ", on listed pairs of them alone" if pairs == len(privacy) else some * bool(pairs)
        words.append(f"Privacy is decided on {_counted(privacy)}{limit}")
    if accuracy:
        words.append(f"Accuracy is decided on {_counted(accuracy)}")
    return "".join(f" {each}." for each in words)


def _counted(audits: Sequence[Holds]) -> str:
    sizes = sorted(audit.scope.databases for audit in audits)
    count = f"{sizes[0]} to {sizes[-1]}" if sizes[0] < sizes[-1] else f"{sizes[0]}"
    each = f" in each of {len(audits)} audits" if len(audits) > 1 else ""
    return f"{count} database{'s' * (sizes[-1] != 1)}{each}"


def _on_listed_pairs(audit: Holds) -> bool:
    universe = audit.certificate.get("universe")
    if not isinstance(universe, dict):
        return False
    return universe["rows"] == [1, 1] and universe["related"] != "complete"


def _without_values(decided: Decided) -> str:
    if any(_kind(proof).startswith("stream") for proof in _proofs(decided)):
        return ""  # said with every eps
    if any(part.verdict.scope.databases for part in decided.parts):
        return ""  # said with the laws
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
    if any(map(_for_every_eps, audits)) and all(map(_for_every_eps, proofs)):
        return " and every eps", ""
    counts = Counter(map(_which_eps, audits))
    if len(counts) <= 1:
        return "", "".join(f" Privacy is decided {words}." for words in counts)
    parts = [f"{words} in {counts[words]}" for words in (EVERY, RANGE, SINGLE) if counts[words]]
    return "", f" Privacy is decided {', '.join(parts)} of {len(audits)} audits."


EVERY, RANGE, SINGLE = "for every eps", "for a range of eps", "at single values of eps"


def _which_eps(audit: Certificate) -> str:
    if _for_every_eps(audit):
        return EVERY
    return SINGLE if audit.get("range") is None else RANGE


def _proofs(decided: Decided) -> list[Certificate]:
    verdicts = [part.verdict for part in decided.parts]
    return [verdict.certificate for verdict in verdicts if isinstance(verdict, Holds)]


def _kind(proof: Certificate) -> str:
    return str(proof["kind"])


def _for_every_eps(proof: Certificate) -> bool:
    return proof.get("range") in (EVERY_EPSILON.json(), EVERY_UNIT)


def _rests(decided: Decided) -> str:
    """The claims that a chain uses, and that some are used where they were not decided."""
    names = dict.fromkeys(lemma.claim for lemma in decided.lemmas)
    if not names:
        return ""
    beyond = dict.fromkeys(
        lemma.claim for lemma in decided.lemmas if lemma.evidence is Evidence.CHAINED
    )
    words = f" It rests on {', '.join(names)}."
    if beyond:
        which = "This" if len(names) == 1 else ", ".join(beyond)
        verb = "is" if len(beyond) == 1 else "are"
        words += f" {which} {verb} used in cases beyond those that were decided."
    return words


def _false(result: Result) -> str:
    erratum = result.claim.erratum
    if erratum is None:
        return "False: there is a counterexample."
    if result.claim.form is not Form.PRINTED and erratum.grade is Grade.FALSE:
        return f"False ({FORMS[result.claim.form].lower()})."
    same = f" The same error is listed at {erratum.same_as}." if erratum.same_as else ""
    said = GRADES | AS_READ if result.claim.read_in else GRADES
    return f"{said[erratum.grade]}{same}"


def _repaired(other: Result) -> str:
    """That another form is true."""
    if other.found is not Found.HOLDS or other.claim.form is not Form.CORRECTED:
        return ""
    return " A corrected form is true where it was decided."
