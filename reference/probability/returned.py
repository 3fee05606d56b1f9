"""Whether a draw is the last thing that a mechanism does: its outcome is the output, unseen.

When a mechanism ends in `return coins.draw(dist)`, every outcome of that draw is an output, and
`law` takes them all at once instead of calling the mechanism once for each.  Two tests must
agree before it does:

* the bytecode of each Python function between the draw and `law` returns what it called for;
* the mechanism is given an `Unseen` for an outcome, an object that cannot be looked at, and that
  very object comes back as the output: nothing else, such as `max` or `map`, came between.

"No" is always a safe answer: `law` then follows the outcomes one by one, with the same result.
"""

from dis import opmap
from types import FrameType
from typing import NoReturn

_CACHE = opmap.get("CACHE", 0)
_RETURN = opmap["RETURN_VALUE"]


class SeenError(BaseException):
    """Somebody looked at an `Unseen`; no mechanism can catch it by catching `Exception`."""


def _refuse(*operands: object) -> NoReturn:
    raise SeenError(f"{len(operands)} operands")


_LOOKS = (
    *("getattribute", "setattr", "hash", "bool", "str", "repr", "format", "eq", "ne", "lt", "le"),
    *("gt", "ge", "add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow"),
    *("rpow", "floordiv", "rfloordiv", "mod", "rmod", "divmod", "rdivmod", "and", "rand", "or"),
    *("ror", "xor", "rxor", "lshift", "rlshift", "rshift", "rrshift", "matmul", "rmatmul"),
    *("neg", "pos", "abs", "invert", "int", "float", "complex", "index", "round", "trunc"),
    *("floor", "ceil", "len", "iter", "next", "reversed", "contains", "getitem", "setitem"),
    *("call", "enter", "exit", "reduce", "reduce_ex", "copy", "deepcopy", "instancecheck"),
)

Unseen = type("Unseen", (), {f"__{name}__": _refuse for name in _LOOKS})
"""What stands for an outcome; every operation on it but passing it on raises `SeenError`."""


def ends_the_call(frame: FrameType | None, home: FrameType | None) -> bool:
    """Whether every function from `frame` up to `home` returns the value of its call at once."""
    while frame is not None and frame is not home:
        if not is_returned(frame):
            return False
        frame = frame.f_back
    return frame is not None


def is_returned(caller: FrameType) -> bool:
    """Whether the instruction after the call that `caller` is making returns its value."""
    code = caller.f_code.co_code
    following = caller.f_lasti + 2
    while following < len(code) and code[following] == _CACHE:
        following += 2
    return following < len(code) and code[following] == _RETURN
