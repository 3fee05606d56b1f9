"""What `exactdp privacy` says of a table of laws, for Python: the same rows in the same words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from audits.commands.how_private import Found, find, how_private
from audits.commands.privacy_facts import advice_for, answer_of, rows_of
from audits.commands.question import Question
from audits.engines.privacy.least_multiple import Multiple
from audits.engines.privacy.tightest import Tightest, as_numbers, questions
from audits.evidence.table import LawTable
from audits.evidence.verdict import Undecided, Verdict
from audits.notebook.waiting import waiting

IN_PYTHON = {"--root P/Q": "Epsilon(Fraction(2)), say"}
"""Options of the command that its advice names, and what there is in their place."""


def rows(
    table: LawTable[Any, Any, Any],
    question: Question,
    verdict: Verdict | None,
    tightest: Tightest[Any],
    multiple: Callable[[], Multiple],
    *,
    continuous: bool,
) -> Iterator[tuple[str, str]]:
    """The name of each fact, and the fact.

    Args:
        table: the laws.
        question: what is to be said of them.
        verdict: of the claim; None if nothing is claimed.
        tightest: the questions to the laws.
        multiple: the least multiple of eps, where laws are for every eps.
        continuous: whether they are laws with continuous noise.
    """
    numbers = as_numbers(table) if question.exponent is None else table
    private, found = None, Found()
    if question.is_answered_by_numbers(numbers):
        of = tightest if numbers is table else questions(numbers, question.subject, None)
        with waiting("how private it is"):
            if question.exponent is None and numbers.field.symbolic:
                found.multiple = multiple()
            else:
                find(numbers, question.wanted, of, found)
        private = how_private(numbers, question.wanted, found)
    answer = answer_of(table, question, verdict, private)
    if isinstance(verdict, Undecided):
        advice = advice_for(table, continuous=continuous)
        for option, instead in IN_PYTHON.items():
            advice = advice.replace(option, instead)
        answer["advice"] = advice
    yield from rows_of(question, verdict, private, answer, table.universe.name)
