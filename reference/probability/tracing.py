"""From a stream mechanism to its automaton, by tracing one call at a time.

The code is called on *forms* in place of real numbers: linear functions of registers, fresh draws
and the answer, which are added, multiplied by numbers and compared, nothing else (`traced`).  So
its control states are found (`control`).  What is true of forms is true of numbers if the code
does the same with both.  Of code of ours this is trusted (`provenance`).  Code of others reaches
nothing but values while it is traced (`guards`), and is called on numbers, where it has to do what
the trace says (`retraced`).  What a file does while it is loaded is not seen here: the command
`exactdp privacy --all-n` reads beforehand that it does nothing but declare.

A mechanism that is no stream, since its output is told by an answer to come (report noisy max),
may be traced with *foresight*: `begin` foretells numbers, and calls guess, require and equate;
it is not called on numbers, and only such mechanisms of ours are believed.

>>> from reference.privacy.epsilon import Epsilon
>>> from reference.probability.continuous import Laplace
>>> __name__ = "mine"  # the module of the class
>>> class Threshold:
...     eps = Epsilon.continuous(parts=2)
...
...     def begin(self, coins):
...         return (coins.draw_real(Laplace(2 / self.eps)),)
...
...     def step(self, state, answer, coins):
...         return state, answer >= state[0]
>>> automaton = trace(Threshold())
>>> [state.registers for state in automaton.states], automaton.observed
([0, 1], True)
>>> sorted(automaton.states[1].steps[0].branches[0].guards[0].items())
[('0', Fraction(-1, 1)), ('q', Fraction(1, 1))]
"""

from __future__ import annotations

from linecache import getline
from pathlib import Path
from traceback import walk_tb
from typing import Final

from reference.exact.exponential_function import ExponentialFunction
from reference.probability.automaton import Automaton
from reference.probability.control import Control
from reference.probability.guards import guarding
from reference.probability.provenance import LIBRARIES, OURS, belongs, ours
from reference.probability.retraced import refuse_other
from reference.probability.streams import Stream
from reference.probability.traced import FOLLOWED, Traced, TraceError
from reference.probability.unread import is_unread

MOST_STATES = 1000
"""States of the control that are traced, by default."""

NEEDED = (("begin", "self, coins"), ("step", "self, state, answer, coins"))
"""What a stream has."""

_HERE: Final = f"{Path(__file__).parent}"
"""Where lines are not those of a stream."""


def trace(stream: object, most_states: int = MOST_STATES, eps: object = None) -> Automaton:
    """The automaton of a stream.

    Args:
        stream: with `eps`, `begin`, `step`, and perhaps `end`, or `close`, which ends a part of
            the stream where its caller likes, and `output`, which says what is seen of an output.
        most_states: of the control.
        eps: what the stream was made with, in units of which it loses; None: what it has.

    Raises:
        TraceError: if it is no stream, has another eps, or does what cannot be traced.
    """
    name = type(stream).__name__
    for method, arguments in NEEDED:
        known: object = getattr(type(stream), method, None)
        if not callable(known) or known is getattr(Stream, method):
            raise TraceError(
                f"{name} is no stream: it has no {method}({arguments}); a stream has begin(self, "
                "coins) and step(self, state, answer, coins)"
            )
    own: object = getattr(stream, "eps", None)
    if eps is not None and own is not eps:
        raise TraceError(
            f"{name}.eps is not what it was made with: keep {name}.eps as it is given"
        )
    eps = own
    parts: object = getattr(eps, "parts", None)
    if not isinstance(parts, int):
        raise TraceError(f"{name} is no stream for every eps: it has no eps")
    root: object = getattr(eps, "root", None)
    if not is_unread(root) and not isinstance(root, ExponentialFunction):
        raise TraceError("every eps: eps is Epsilon.continuous(parts)")
    control = Control(stream, root, parts, most_states)
    try:
        if ours(stream):
            return control.automaton()
        found = _guarded(stream, control, root)
        if not found.foresight:
            refuse_other(stream, control.said, root, parts)  # by the code as it is
    except (TypeError, AttributeError) as error:
        raise TraceError(_told(error)) from error
    return found


def _guarded(stream: object, control: Control, root: object) -> Automaton:
    """The automaton of a stream of others, of which nothing is left under guard."""
    with guarding(root) as guard:
        guard.enter(stream)
        found = control.automaton()
        guard.end()
    if guard.refusals:
        raise guard.refusals[0]
    return found


def _told(error: Exception) -> str:
    """What is wrong, and in which line of the stream."""
    text = str(error) if isinstance(error, TraceError) else f"{type(error).__name__}: {error}"
    if f"{Traced.__name__!r}" in text:  # a function of Python names a type that nobody knows
        text = FOLLOWED
    places = [
        (frame.f_code, line)
        for frame, line in walk_tb(error.__traceback__)
        if not frame.f_code.co_filename.startswith(_HERE)
    ]
    theirs = [place for place in places if not belongs(place[0], (*OURS, *LIBRARIES, "<string>"))]
    if not places:
        return text
    code, line = (theirs or places)[-1]
    return f"{text} (in {code.co_name}, line {line}: {getline(code.co_filename, line).strip()})"
