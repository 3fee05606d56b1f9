"""`is_returned` says yes only where the value of the call is what the caller returns."""

import sys
from collections.abc import Callable

import pytest

from reference.probability.returned import is_returned


class Probe:
    """Something to call, that notes whether its value is returned by its caller."""

    def __init__(self) -> None:
        self.answer: bool | None = None

    def __call__(self, *values: int) -> int:
        self.answer = is_returned(sys._getframe(1))
        return sum(values)

    def method(self) -> int:
        """The same, through an attribute."""
        self.answer = is_returned(sys._getframe(1))
        return 1


def _plain(probe: Probe) -> int:
    return probe()


def _through_an_attribute(probe: Probe) -> int:
    return probe.method()


def _with_arguments(probe: Probe) -> int:
    return probe(*range(3))


def _one_of_two(probe: Probe) -> int:
    return probe() if probe.answer is None else 1


def _kept(probe: Probe) -> int:
    value = probe()
    return value  # noqa: RET504 - the point of the test


def _negated(probe: Probe) -> int:
    return -probe()


def _added(probe: Probe) -> int:
    return 1 + probe()


def _paired(probe: Probe) -> tuple[int]:
    return (probe(),)


def _dropped(probe: Probe) -> int:
    probe()
    return 0


def _compared(probe: Probe) -> bool:
    return probe() > 0


def _replaced_at_last(probe: Probe) -> int:
    try:
        return probe()
    finally:
        probe.answer = bool(probe.answer)


@pytest.mark.parametrize("caller", [_plain, _through_an_attribute])
def test_a_returned_call_is_recognised(caller: Callable[[Probe], int]) -> None:
    """The common form, for which `law` is fast."""
    probe = Probe()
    caller(probe)
    assert probe.answer is True


@pytest.mark.parametrize("caller", [_kept, _negated, _added, _paired, _dropped, _compared])
def test_any_other_call_is_not(caller: Callable[[Probe], object]) -> None:
    """Whatever happens to the value before the caller returns."""
    probe = Probe()
    caller(probe)
    assert probe.answer is False


@pytest.mark.parametrize("caller", [_with_arguments, _one_of_two, _replaced_at_last])
def test_no_is_a_safe_answer(caller: Callable[[Probe], int]) -> None:
    """Where the answer may be either, the value is returned in fact."""
    probe = Probe()
    assert caller(probe) in {0, 3}
    assert probe.answer in {True, False}


def test_a_lambda_returns() -> None:
    """A lambda returns its expression."""
    probe = Probe()
    returning: list[Callable[[], int]] = [lambda: probe(1)]
    assert [f() for f in returning] == [1]
    assert probe.answer is True
