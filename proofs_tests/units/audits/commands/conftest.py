"""Whatever a command prints with `--json` in these tests follows its published schema."""

import json
from collections.abc import Iterator, Sequence

import pytest

from audits import cli
from audits.commands.answer import say
from proofs_tests.published import objection


@pytest.fixture(autouse=True)
def answers_follow_their_schemas(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Look at each JSON object that is printed in this process."""
    typed, wrong = [""], list[str]()
    answered = cli._answered

    def heard(words: Sequence[str]) -> int:
        typed.append(next((word for word in words if word in cli.COMMANDS), ""))
        try:
            return answered(words)
        finally:
            typed.pop()

    def said(text: str) -> None:
        say(text)
        if text.startswith("{") and typed[-1]:
            wrong.extend(filter(None, [objection(typed[-1], json.loads(text))]))

    monkeypatch.setattr(cli, "_answered", heard)
    monkeypatch.setattr("audits.commands.output.say", said)
    yield
    assert not wrong, wrong


@pytest.fixture(scope="module", autouse=True)
def _computed_twice(laws_computed_twice: None) -> None:
    """What is said of laws is asked here; how often they are computed, elsewhere."""
