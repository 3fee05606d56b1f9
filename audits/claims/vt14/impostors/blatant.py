"""Wrong definitions of blatant non-privacy."""

from audits.claims.prelude import *
from reference.lower_bounds.blatant_non_privacy import chance_of_recovery
from reference.lower_bounds.discrepancy import PRINTED_SHARE

Bits = tuple[int, ...]


def definition(
    near: Callable[[int, Fraction, int], bool] = lambda wrong, share, n: wrong <= share * n,
    over: Callable[[list[Fraction]], Fraction] = lambda chances: min(chances, default=Fraction(1)),
    *,
    above: bool = False,
    printed: Fraction = PRINTED_SHARE,
    other_words: bool = False,
) -> Callable[..., bool]:
    """Another distance, another summary of the chances over databases, or > for >=.

    Or another share than n/100; or words of other lengths, judged by the rows that there are.
    """

    def defined(
        mechanism: Any,
        attack: Callable[[Any], Bits],
        databases: Iterable[Bits],
        chance: Fraction,
        share: Fraction = printed,
    ) -> bool:
        chances = []
        for x in databases:
            found, total = law(mechanism, x), Fraction(0)
            for y in found:
                guess: Any = attack(y)
                if isinstance(guess, Bottom) or not (other_words or len(guess) == len(x)):
                    continue
                wrong = sum(a != b for a, b in zip(x, guess, strict=False))
                total += found.probability(y) if near(wrong, share, len(x)) else 0
            chances.append(total)
        worst = over(chances)
        return worst > chance if above else worst >= chance

    return defined


def average(chances: list[Fraction]) -> Fraction:
    """Of the chances; 1 if there are none."""
    return sum(chances, Fraction(0)) / len(chances) if chances else Fraction(1)


WRONG_DEFINITIONS: dict[str, Callable[..., bool]] = {
    "less than share n": definition(lambda wrong, share, n: wrong < share * n),
    "one more": definition(lambda wrong, share, n: wrong <= share * n + 1),
    "a share of one row": definition(lambda wrong, share, _: wrong <= share),
    "at least share n": definition(lambda wrong, share, n: wrong >= share * n),
    "a share of the rows agrees": definition(lambda wrong, share, n: n - wrong >= share * n),
    "exactly all rows": definition(lambda wrong, _, __: wrong == 0),
    "for an average database": definition(over=average),
    "for some database": definition(over=lambda chances: max(chances, default=Fraction(1))),
    "with a higher probability": definition(above=True),
    "with any probability": lambda m, a, d, _, s=PRINTED_SHARE: all(
        chance_of_recovery(m, a, x, s) for x in d
    ),
    "a tenth of the rows": definition(printed=Fraction(1, 10)),
    "words of another length": definition(other_words=True),
    "always": lambda *_: True,
    "never": lambda *_: False,
}
