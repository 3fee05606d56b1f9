"""What a class would be with other source."""

import pytest

from audits.ledger.edits import remade
from reference.reductions.fixed_size import OnFixedSize


@pytest.mark.parametrize(
    ("edit", "reason"),
    [
        ("import Coins, => import Coins as", "changes no class, function or constant"),
        ("self.size] => self.size]", "changes no class, function or constant"),
        ("no such text => another", "stands there 0 times"),
        ("self.size", "an edit is `old => new`"),
    ],
)
def test_an_edit_that_makes_nothing_else_is_refused(edit: str, reason: str) -> None:
    """It would be a wrong variant that is right."""
    with pytest.raises(ValueError, match=reason):
        remade(OnFixedSize, edit)
