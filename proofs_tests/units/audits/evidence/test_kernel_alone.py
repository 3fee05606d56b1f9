"""A kernel that code of others has changed confirms nothing that one alone does not."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audits.evidence import kernel_alone
from audits.evidence.kernel_alone import proved_alone
from audits.evidence.verdict import Certificate, Holds, Undecided, Verdict, proved
from audits.kernel import kinds
from audits.kernel.reading import Facts, Fields
from audits.kernel.table import Where
from proofs_tests.command_line import exactdp
from proofs_tests.units.audits.evidence.test_verdict import VERDICTS, verdicts


def point(exp_eps: Fraction) -> Holds:
    """That weights 2 : 1 and 1 : 2 are private at this e^eps, which is true from 2 on."""
    made = verdicts()["point"]
    assert isinstance(made, Holds)
    proof: Certificate = {**made.certificate, "exp_eps": str(exp_eps)}
    return Holds(made.scope, made.evidence, proof, {**made.to_prove, "exp_eps": str(exp_eps)})


def believes(fields: Fields, scope: Where) -> Facts:
    """What `private` says of the certificate, without a look at its numbers."""
    del scope
    assert fields
    return {"databases": 2, "pairs": 2, "direction": "both"}


def test_a_changed_kernel_is_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """The kernel of this process accepts a false certificate, the one alone refuses it."""
    false = point(Fraction(3, 2))
    monkeypatch.setitem(kinds.SENTENCES, believes, kinds.SENTENCES[kinds.private])
    monkeypatch.setitem(kinds.KINDS, "point", (kinds.KINDS["point"][0], [believes]))
    monkeypatch.setitem(kinds.KINDS, "all-epsilon", (kinds.KINDS["all-epsilon"][0], [believes]))
    kept, line = proved(false)
    assert kept is false, line
    alone, line = proved_alone(false)
    assert isinstance(alone, Undecided)
    assert not line
    assert (
        "does not confirm the certificate: refused certificate.json  PrivacyNotShown"
        in alone.reason
    )


@pytest.mark.parametrize("name", ["point", "every eps"])
def test_both_kernels_agree(name: str) -> None:
    """Where nothing was changed, the answer is that of `proved`."""
    verdict: Verdict = VERDICTS[name]
    assert proved_alone(verdict) == proved(verdict)
    assert proved_alone(verdict)[0] is verdict


def test_no_answer_is_no_proof(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An interpreter that fails confirms nothing."""
    monkeypatch.setattr(kernel_alone, "KERNEL", tmp_path / "none.py")
    kept, _ = proved_alone(point(Fraction(2)))
    assert isinstance(kept, Undecided)
    assert kept.reason.endswith("exit status 2 and no answer")


@pytest.mark.parametrize(
    "words",
    [
        "exponential-interior-point -p domain=2 --rows 1 --all-eps --claim-eps 1",
        "streams.py:Sparse --all-n --claim-eps 1",
        "answers.py:NormalAbove --rows 3 --eps 1/2 --claim-eps 62/25 --delta 1/100",
    ],
)
@pytest.mark.usefixtures("at_home")
def test_the_command_asks_it(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing `holds` where the kernel alone says nothing."""
    assert exactdp(f"privacy {words} --json", status=0).json["verdict"] == "holds"
    monkeypatch.setattr(kernel_alone, "KERNEL", Path("none.py"))
    assert exactdp(f"privacy {words} --json").json["verdict"] == "undecided"
