"""What code keeps beside its states, and which way it takes."""

from __future__ import annotations

import itertools
import operator
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from io import StringIO
from types import SimpleNamespace

import pytest

from reference.probability.kept import changed, kept, leads_to
from reference.probability.unread import UnreadError, held, unread_number, unread_root, was_read
from reference.probability.ways import Way, parted

LISTED: list[int] = []
NAMED: dict[str, int] = {}
LONG: deque[int] = deque()
COUNT = itertools.count()
TEXT = StringIO()
VARIABLE: ContextVar[int] = ContextVar("VARIABLE")


def generated() -> Iterator[int]:
    """Numbers."""
    yield from range(9)


GENERATOR = generated()


@dataclass
class Stream:
    """It does what it is told."""

    does: Callable[[Stream], object]
    calls: int = 0
    inner: list[object] = field(default_factory=list)

    def step(self) -> None:
        """What it is told."""
        self.does(self)

    def counted(self) -> None:
        """One call more."""
        self.calls += 1


def in_a_class(_: Stream) -> None:
    """One more in a class."""
    Stream.calls += 1


@pytest.mark.parametrize(
    "does",
    [
        lambda _: LISTED.append(1),
        lambda _: NAMED.update(a=len(NAMED) + 1, b=1),
        lambda _: LONG.append(1),
        lambda _: next(COUNT),
        lambda _: TEXT.write("a"),
        lambda _: VARIABLE.set(VARIABLE.get(0) + 1),
        lambda _: next(GENERATOR),
        lambda stream: stream.counted(),
        lambda stream: stream.inner.append(LISTED),
        lambda stream: stream.does.__dict__.update(calls=len(stream.inner)),
        partial(lambda listed, _: listed.append(1), []),
        in_a_class,
    ],
)
def test_what_changes_is_found(does: Callable[[Stream], object]) -> None:
    """In a container, a context, an instance, a class; iterators and files cannot be read."""
    stream = Stream(does)
    before = kept(stream)
    stream.step()
    assert (leads_to(stream) or changed(before, kept(stream))) is not None


@cache
def squared(number: int) -> int:
    """It is remembered, and told by the number."""
    return number * number


@pytest.mark.parametrize("size", [None, 2])
@pytest.mark.parametrize(
    ("made", "does"), [(list, lambda x: x.append(1)), (dict, lambda x: x.update(a=1))]
)
def test_what_a_cache_remembers_is_found(
    size: int | None, made: Callable[[], object], does: Callable[[object], object]
) -> None:
    """If it can change, since it is returned again."""
    calls = lru_cache(size)(lambda _: made())
    calls(0)
    stream = Stream(lambda _: does(calls(0)))
    before = kept(stream)
    stream.step()
    assert changed(before, kept(stream)) is not None


@pytest.mark.parametrize("does", [lambda _: squared(3), lambda _: sorted(LISTED), lambda _: 0])
def test_what_is_left_as_it_was(does: Callable[[Stream], object]) -> None:
    """A cache is no change, nor what is read."""
    stream = Stream(does)
    before = kept(stream)
    stream.step()
    assert changed(before, kept(stream)) is None


def test_what_tells_of_objects_is_found() -> None:
    """In an attribute, a container, a global name."""
    assert leads_to(Stream(lambda _: operator.add(1, 1))) is None
    for stream, place in (
        (Stream(lambda stream: stream, inner=[id]), ".inner[0]"),
        (Stream(lambda _: SimpleNamespace()), ".does.SimpleNamespace"),
    ):
        found = leads_to(stream)
        assert found is not None
        assert found[0] == place


def turned(number: int) -> int:
    """Its size."""
    return number if number > 0 else -number


def test_ways_part_where_a_condition_differs() -> None:
    """Both numbers above 0 take one way, and one below another; the function and line are told."""
    way = Way()
    steps = []
    for number in (1, 2, -1):
        with way.followed():
            turned(number)
        steps.append((*way.steps,))
    assert parted(steps[0], steps[1]) is None
    assert parted(steps[0], steps[2]) == ("turned", turned.__code__.co_firstlineno + 2)
    assert parted(steps[0], ()) == ("turned", turned.__code__.co_firstlineno)
    assert not way.lines


@pytest.mark.parametrize(
    "reads",
    [len, iter, bool, repr, hash, str, list, operator.itemgetter(0), partial(operator.eq, 0)],
)
def test_numbers_that_nobody_can_read(reads: Callable[[object], object]) -> None:
    """Whoever tries is known, whether the refusal is caught or not."""
    root = unread_root()
    parts = unread_number(1, root)
    assert not was_read(root)
    with pytest.raises(UnreadError):
        reads(parts)
    assert was_read(root)
    assert held(parts) == 1
