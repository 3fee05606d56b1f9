"""Whether a call in progress is the operand of its caller's `return`.

When a mechanism ends in `return coins.draw(dist)`, every outcome of that draw is an output, and
`law` takes them all at once instead of calling the mechanism once for each.  The question is
read off the caller's bytecode.  "No" is always a safe answer: `law` then follows the branches
one by one, with the same result.
"""

from dis import opmap
from types import FrameType

_CACHE = opmap.get("CACHE", 0)
_RETURN = opmap["RETURN_VALUE"]


def is_returned(caller: FrameType) -> bool:
    """Whether the instruction after the call that `caller` is making returns its value."""
    code = caller.f_code.co_code
    following = caller.f_lasti + 2
    while following < len(code) and code[following] == _CACHE:
        following += 2
    return following < len(code) and code[following] == _RETURN
