"""The counterexample of a refutation, in one line for a table or in sentences for a page."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from fractions import Fraction

from audits.evidence.labels import in_words
from audits.evidence.verdict import Json
from audits.rendering.digits import beside, decimal, folded, labels_folded
from audits.rendering.functions import value_at

MOST_OUTPUTS, LONGEST_DATABASE = 6, 120
"""Outputs of an event that are named, and characters of a database that are written."""

Witness = Mapping[str, Json]


def witness_words(witness: Witness) -> str:
    """The witness of a refutation as one line, its numbers in full."""
    if "relation" in witness:
        said = witness.get("words", "{left} {relation} {right} is false".format(**witness))
        root = f", r = {witness['root']}" if "root" in witness else ""
        return f"{said}; {witness['instance']}{root}"
    words = []
    for key, value in witness.items():
        shown = ", ".join(map(str, value)) if isinstance(value, list) else str(value)
        words.append(f"{key}: {shown}")
    return "; ".join(words)


def sentences(witness: Witness) -> list[str]:
    """The witness in sentences that end in a full stop; none if there is no witness."""
    match kind_of(witness):
        case "comparison":
            found = _comparison(witness)
        case "pair":
            found = _pair(witness)
        case "failure":
            found = _failure(witness)
        case "run":
            found = _run(witness)
        case "optimum":
            found = _optimum(witness)
        case _:
            found = [f"{beside(witness_words(witness))}."] if witness else []
    return [in_words(each).replace("....", "...") for each in found if each]


KINDS = {
    "comparison": {"relation"},
    "pair": {"databases", "event", "probabilities"},
    "failure": {"database", "failure", "bound"},
    "run": {"run", "loss", "claim"},
    "optimum": {"optimum"},
}
"""Kinds of witnesses, and the keys that all of a kind have."""


def kind_of(witness: Witness) -> str:
    """Which kind of counterexample it is; empty for none, and for one of no kind."""
    return next((kind for kind, keys in KINDS.items() if keys <= set(witness)), "")


def _comparison(witness: Witness) -> list[str]:
    left, right = (_value(str(witness[side]), witness) for side in ("left", "right"))
    said = str(witness.get("words", f"{left} {witness['relation']} {right} is false"))
    if "u" in witness:
        for side, shown in (("left", left), ("right", right)):
            said = said.replace(f"(= {witness[side]})", f"(= {shown})")
    found = [f"{beside(said) if 'words' in witness else said}."]
    if place := ", ".join(filter(None, (str(witness["instance"]), _where(witness)))):
        found.append(f"This is the case {folded(place)}.")
    return found


def _pair(witness: Witness) -> list[str]:
    first, second = map(_cut, _texts(witness["databases"]))
    p, q = _texts(witness["probabilities"])
    outputs = labels_folded(_texts(witness["event"]))
    named = ", ".join(outputs[:MOST_OUTPUTS])
    if len(outputs) == 1:
        event = f"the output {named}"
    elif len(outputs) <= MOST_OUTPUTS:
        event = f"an output among {named}"
    else:
        event = f"one of {len(outputs)} outputs ({named}, ...)"
    found = [
        f"The two databases are {first} and {second}.",
        f"Here {_where(witness)}." if "u" in witness else "",
        f"On the first, {event} has probability {_value(p, witness)}.",
        f"On the second, it has probability {_value(q, witness)}.",
    ]
    if q == "0" and str(witness.get("delta")) == "0":
        found.append("What only one of them can give is private for no eps.")
    return [*found, *_excess(witness, p, q)]


def _excess(witness: Witness, p: str, q: str) -> list[str]:
    """That the first probability is too large for the second, and by which factor."""
    if "exp_eps" not in witness:
        return []
    at = f" ({_where(witness)})" if "root" in witness else ""
    bound, delta = _value(str(witness["exp_eps"]), witness), str(witness["delta"])
    found = []
    with suppress(ValueError, ZeroDivisionError):  # functions of r, and what is never given
        ratio = decimal(Fraction(p) / Fraction(q))
        found.append(f"The first is {_factor(ratio)} times the second.")
    more = "" if delta == "0" else f", plus {_value(delta, witness)}"
    return [*found, f"Allowed is at most {_factor(bound)} times the second{more}{at}."]


def _factor(text: str) -> str:
    """A factor; a sum is one in brackets."""
    bare, _, rest = text.partition(" = ")
    rest = f" = {rest}" if rest else ""
    return f"({bare}){rest}" if re.search(" [-+] ", bare) and bare[0] != "(" else text


def _failure(witness: Witness) -> list[str]:
    where = _where(witness)
    at = f", at {where}" if where else ""
    database = _cut(str(witness["database"]))
    chance = _value(str(witness["failure"]), witness)
    return [
        f"On the database {database}, the answer is wrong with probability {chance}.",
        f"The bound is {_value(str(witness['bound']), witness)}{at}.",
    ]


def _optimum(witness: Witness) -> list[str]:
    """A mechanism that is better than is said; or that none is as good."""
    words = [f"{beside(str(witness['words']))}."] if "words" in witness else []
    found, said = (
        str(witness[key]) for key in ("optimum", "stated" if "stated" in witness else "bound")
    )
    score = f"has a score of {beside(found)}"
    first = f"A private mechanism {score}"
    if Fraction(found) < Fraction(said):
        first = f"No private mechanism {score.replace('of', 'above')}"
    which = f" in the problem: {folded(str(witness['problem']))}" if "problem" in witness else ""
    best = f"the best has {beside(said)}"
    if "stated" not in witness:
        best = f"none has more than {beside(said)}"
    return [*words, f"{first}{which}.", f"{SCORE} The statement says that {best}."]


SCORE = "The score is the least, over all cases, of the probability or mean that it is about."


def _run(witness: Witness) -> list[str]:
    loss, claim = str(witness["loss"]), str(witness["claim"])
    lost = "lose more than any multiple of eps" if loss == "inf" else f"lose {beside(loss)} eps"
    return [
        f"The outputs {witness['run']} {lost}, where {claim} eps is claimed.",
        "A number in brackets says by how much the answer of the neighbour is higher.",
    ]


def _where(witness: Witness) -> str:
    """At which r the numbers are found: a number, or e^u."""
    if "u" in witness:
        return f"r = {witness.get('r', _power(str(witness['u'])))}"
    return f"r = {folded(str(witness['root']))}" if "root" in witness else ""


def _power(u: str) -> str:
    return "e" if u == "1" else f"e^({u})" if "/" in u else f"e^{u}"


def _value(text: str, witness: Witness) -> str:
    """A number with its decimal; a function of r with that of its value, if r is e^u."""
    power = re.fullmatch(r"e\^\((.*)\)", str(witness.get("r", "")))
    u = power[1] if power else str(witness.get("u", ""))
    found = value_at(text, Fraction(u)) if u else None
    return beside(text) if found is None else f"{text} = {found}"


def _cut(database: str) -> str:
    """A database, its middle left out if it is long; the certificate has all of it."""
    (short,) = labels_folded([database])
    return short if len(short) <= LONGEST_DATABASE else f"{short[:60]}...{short[-20:]}"


def _texts(value: Json) -> list[str]:
    return list(map(str, value)) if isinstance(value, list) else [str(value)]
