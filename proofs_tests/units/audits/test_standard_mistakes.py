"""Two mistakes that can be made in any standard mechanism have a claim each that refutes them.

Which claims are about a mechanism is read off the ledger, not off a table.
"""

import inspect
from functools import cache

import pytest

from audits.inputs.registry import mechanisms
from audits.ledger import Found, claims
from proofs_tests.about_classes import classes_of, reached
from reference.source import Paper

MISTAKES = ("twice the eps", "sees zeros")
"""How their names begin in the tables; `usual` makes both."""

PACKAGES = tuple(f"reference.mechanisms.{name}." for name in ("selection", "stability", "stream"))


@cache
def with_accuracy() -> frozenset[object]:
    """The classes of which a standard claim states the accuracy."""
    items = (item for item in claims([]) if item.entry.kind == "accuracy")
    standard = (item for item in items if item.id.startswith(f"{Paper.FOLKLORE.value}."))
    return frozenset(value for item in standard for value in map(_kind, reached(item.about)))


def _kind(value: object) -> object:
    return value if inspect.isclass(value) else None


def _is_standard(name: str) -> bool:
    kind = mechanisms()[name]
    folklore = vars(kind)["source"].paper is Paper.FOLKLORE
    return folklore or kind.__module__.startswith(PACKAGES) or kind in with_accuracy()


STANDARD = tuple(filter(_is_standard, mechanisms()))
"""Those whose source is no paper of ours, all that select or answer a stream, and those of which a
standard claim states the accuracy."""


@cache
def refuting(mistake: str) -> dict[type, list[str]]:
    """For each class the claims about it that hold and refute the mistake."""
    found: dict[type, list[str]] = {}
    for item in claims([]):
        named = any(name.startswith(mistake) for name in item.impostors)
        if item.expected is Found.HOLDS and named:
            for kind in classes_of(item):
                found.setdefault(kind, []).append(str(item.id))
    return found


@pytest.mark.parametrize("mistake", MISTAKES)
@pytest.mark.parametrize("name", STANDARD)
def test_twice_the_eps_and_blindness_are_refuted(name: str, mistake: str) -> None:
    """Running the ledger shows that the claims really refute what they name."""
    kind = mechanisms()[name]
    assert refuting(mistake).get(kind), (
        f"{name} ({kind.__module__}): no claim about it refutes {mistake!r}: `make teeth`; or "
        f"add a claim to audits/claims/standard_mechanisms, and WRONG[{kind.__name__}] = "
        f"usual({kind.__name__})"
    )
