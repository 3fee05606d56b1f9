"""Outcomes, rows and databases as text, the same in certificates, tables and JSON answers.

>>> from fractions import Fraction
>>> from reference.mechanisms.release.mwem import Measured
>>> label((0, Fraction(1, 2), "stop")), label((5,)), label(Measured(0, Fraction(1, 2)))
('(0,1/2,stop)', '(5)', 'Measured(query=0,value=1/2)')
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import lru_cache

from audits.evidence.verdict import Json
from reference.probability.provenance import ours


def label(value: Hashable) -> str:
    """One outcome, row or database as text; a tuple, or fields by name, in parentheses."""
    if isinstance(value, tuple):
        return f"({','.join(label(item) for item in value)})"
    if isinstance(value, bool):
        return "true" if value else "false"
    kind: type = type(value)
    if is_dataclass(kind) and ours(kind) and kind.__str__ is object.__str__:
        shown = (f"{f.name}={label(getattr(value, f.name))}" for f in fields(kind))
        return f"{kind.__name__}({','.join(shown)})"
    return str(value)


def labels(values: Iterable[Hashable]) -> list[str]:
    """Distinct labels for distinct values.

    Where two would agree they are written as in Python, and then with their type, and at last
    with their number.

    >>> labels([1, True, "true", "1", 2])
    ['1', 'True', "'true'", "'1'", '2']
    """
    known = list(values)
    texts = [label(value) for value in known]
    for rewrite in (repr, _with_type):
        count = Counter(texts)
        if len(count) == len(texts):
            return texts
        texts = [rewrite(v) if count[t] > 1 else t for v, t in zip(known, texts, strict=True)]
    count = Counter(texts)
    return [f"{t} #{i}" if count[t] > 1 else t for i, t in enumerate(texts)]


def _with_type(value: Hashable) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__} {value!r}"


def value_json(value: Hashable) -> Json:
    """An outcome as JSON: integers, truth values, lists, objects of the fields of a dataclass.

    Everything else is its label.

    >>> value_json((1, True, (2, "a"), None))
    [1, True, [2, 'a'], None]
    """
    if value is None or type(value) is int or type(value) is bool:
        return value
    if isinstance(value, tuple):
        return [value_json(item) for item in value]
    kind: type = type(value)
    if is_dataclass(kind):
        return {f.name: value_json(getattr(value, f.name)) for f in fields(kind)}
    return label(value)


FRACTION = re.compile(r"\bFraction\((-?\d+), (\d+)\)")
MEMBER = re.compile(r"<([A-Z]\w*\.\w+): [^<>]*>")
CONSTANT = re.compile(r"\b[A-Z][a-z]\w*\.([A-Z][A-Z_]+)\b")
OBJECT = re.compile(r"\b([A-Z]+[a-z]\w*)\((\w+=(?:[^()]|\([^()]*\))*)\)")
QUOTED = re.compile(r"\[('[^'\[\]]*'(?:, '[^'\[\]]*')*)\]")
FIELD = re.compile(r"(?:^|, ?)(\w+)=")


@lru_cache(maxsize=2**14)
def in_words(text: str) -> str:
    """The text, with what Python prints of fractions, enumerations and dataclasses in words.

    Lists of texts have no quotes, and a tuple of one has no comma.

    >>> in_words(
    ...     "(Fraction(1, 2), Fraction(3, 1)), Goal.FRAME, FirstNode(level=0,position=(1, 2))"
    ... )
    '(1/2, 3), frame, first node [level 0, position (1, 2)]'
    >>> in_words("['1', '1/2'] on ((0, 0),)")
    '[1, 1/2] on ((0, 0))'
    """
    text = FRACTION.sub(lambda found: str(Fraction(int(found[1]), int(found[2]))), text)
    text = QUOTED.sub(lambda found: f"[{found[1].replace(chr(39), '')}]", text).replace(",)", ")")
    if "." in text:
        text = CONSTANT.sub(_constant, MEMBER.sub(r"\1", text))
    while "=" in text and (shorter := OBJECT.sub(_object, text)) != text:
        text = shorter
    return text


def _constant(found: re.Match[str]) -> str:
    return found[1].lower().replace("_", " ")


def _object(found: re.Match[str]) -> str:
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", found[1]).lower()
    parts = FIELD.sub(lambda each: f", {each[1].replace('_', ' ')} ", found[2])
    return f"{words} [{parts.removeprefix(', ')}]"
