"""A table of the size of an audit: the exponential mechanism for an interior point."""

import json
from itertools import combinations_with_replacement

import pytest

from audits.kernel import Refused, check

DOMAIN = ROWS = 6


def table(root: int | None) -> dict[str, object]:
    """All laws with weights r^min(#{x <= y}, #{x >= y}), r = root or the indeterminate."""
    laws: list[dict[str, object]] = []
    for rows in combinations_with_replacement(range(DOMAIN), ROWS):
        quality = [
            min(sum(x <= y for x in rows), sum(x >= y for x in rows)) for y in range(DOMAIN)
        ]
        if root is None:
            total: object = [quality.count(k) for k in range(max(quality) + 1)]
            weights: list[object] = [[0] * k + [1] for k in quality]
        else:
            total, weights = sum(root**k for k in quality), [root**k for k in quality]
        laws.append({"database": list(rows), "total": total, "weights": weights})
    universe = {
        "values": [str(v) for v in range(DOMAIN)],
        "rows": [ROWS, ROWS],
        "order": "multiset",
        "moves": "replace-one",
        "related": "complete",
    }
    return {"universe": universe, "outcomes": universe["values"], "laws": laws}


def certificate(root: int | None, **fields: object) -> str:
    """The certificate as a text."""
    kind = "all-epsilon" if root is None else "point"
    head = {
        "format": "exactdp-certificate 2",
        "kind": kind,
        "subject": "interior point",
        "direction": "both",
    }
    return json.dumps({**head, **table(root), **fields})


ALWAYS = {"from": "1", "to": None, "exp": None}
POWER = {"num": [0, 0, 1], "den": 1}


def test_it_is_private_for_all_epsilon() -> None:
    """With r = e^(eps/2) all 45,360 inequalities hold for every eps >= 0."""
    said = check(certificate(None, range=ALWAYS, exp_eps=POWER, delta="0"))
    assert "462 databases, 7560 ordered pairs, both" in said


def test_it_is_private_at_one_epsilon() -> None:
    """At r = 2 it is (4, 0)-private."""
    assert "7560 ordered pairs" in check(certificate(2, exp_eps="4", delta="0"))


@pytest.mark.parametrize("exp_eps", ["1", "2", "18/5"])
def test_it_is_not_more_private_than_that(exp_eps: str) -> None:
    """Smaller bounds at r = 2 are refused."""
    with pytest.raises(Refused, match=r"^PrivacyNotShown: "):
        check(certificate(2, exp_eps=exp_eps, delta="0"))


def test_half_the_loss_is_not_enough_for_all_epsilon() -> None:
    """e^eps = r instead of r^2 is refused."""
    with pytest.raises(Refused, match=r"^PrivacyNotShown: "):
        check(certificate(None, range=ALWAYS, exp_eps={"num": [0, 1], "den": 1}, delta="0"))
