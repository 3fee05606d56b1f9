"""What the second checker makes of a certificate, whatever its kind."""

from __future__ import annotations

from proofs_tests.kernel.second_checker import Checker, Json, Wrong
from proofs_tests.kernel.second_densities import Densities
from proofs_tests.kernel.second_everywhere import Everywhere


def reasons(certificate: Json) -> set[str]:
    """The names of all refusals that apply; empty if the certificate is to be accepted."""
    checker = _checker(certificate)
    try:
        checker.read(certificate)
    except Wrong as wrong:
        return checker.reasons | wrong.reasons
    return checker.reasons


def facts(certificate: Json) -> dict[str, Json]:
    """The facts of section 6, for a certificate that is to be accepted."""
    checker = _checker(certificate)
    checker.read(certificate)
    return checker.facts()


def _checker(certificate: Json) -> Checker:
    if not isinstance(certificate, dict) or certificate.get("range") != "u > 0":
        return Checker()
    return Densities() if certificate.get("kind") == "densities" else Everywhere()
