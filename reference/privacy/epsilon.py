"""The privacy loss eps, known through its exponential only.

An `Epsilon` stores root = e^(eps/parts), so that every power of e^eps that a mechanism needs
is exact: eps.exp(k) = e^(k eps) = root^(k parts) for each k with k parts an integer.  The
logarithm never appears.  With the root the indeterminate r, all of it holds for every eps.

>>> eps = Epsilon(Fraction(2), parts=4)
>>> eps.exp(), eps.exp(Fraction(-1, 2)), (eps / 2).parts
(Fraction(16, 1), Fraction(1, 4), 2)
>>> Epsilon.indeterminate(parts=2).exp(-1)
RationalFunction('1 / r^2')

At eps = 1 the number e^eps is irrational.  There too the root is the indeterminate, and `unit`
is eps/parts, so that r = e^unit: what is computed with it is decided at that real number.

>>> one = Epsilon.of(1, parts=2)
>>> one.exp(), one.unit, (one / 2).eps
(RationalFunction('r^2'), Fraction(1, 2), Fraction(1, 2))
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final, Generic, Never, NoReturn

from reference.exact.decimals import exactly, read_rational
from reference.exact.exponential_function import ExponentialFunction
from reference.exact.field import Field, R, field_of, number
from reference.exact.rational_function import RationalFunction
from reference.probability.continuous import Scale
from reference.probability.unread import is_unread

LONGEST_POWER, DEGREE = 20_000_000, 200
"""Binary digits of a power of a root; and for how many a power of the indeterminate counts."""


class InexactExponentError(ValueError):
    """A power of e^eps that the stored root cannot express exactly."""

    factor: int = 1
    """With so many times as many parts it could."""


@dataclass(frozen=True, slots=True)
class Epsilon(Generic[R]):
    """A privacy loss eps >= 0 with an exact e^(eps/parts).

    Raises:
        ValueError: if the root is a number below 1, or parts < 1.
        TypeError: if the root is neither a Fraction nor a RationalFunction.
    """

    root: R
    """e^(eps/parts): a rational number >= 1, or the indeterminate r."""

    parts: int = 1
    """Into how many exact parts eps is divided; >= 1."""

    unit: Fraction | None = None
    """eps/parts, where it is known and r stands for its exponential; None at a rational root, and
    where every eps is meant."""

    def __post_init__(self) -> None:
        if not is_unread(self.root):
            if not isinstance(self.root, Fraction | RationalFunction | ExponentialFunction):
                raise TypeError(_no_root(self.root))
            root = number(self.root)
            if root is not None and root < 1:
                raise ValueError(f"root {self.root}: e^(eps/parts) is at least 1")
        if self.parts < 1:
            raise ValueError(f"parts {self.parts}: eps is divided into at least 1 part")

    @staticmethod
    def indeterminate(parts: int = 1) -> Epsilon[RationalFunction]:
        """Every eps at once: the root is r."""
        return Epsilon(RationalFunction.r(), parts)

    @staticmethod
    def of(value: int | Fraction | str, parts: int = 1) -> Epsilon[RationalFunction]:
        """The loss eps = value: an int, a Fraction, or a text such as "1/2" or "0.1".

        The root is r, which stands for e^(value/parts).  For continuous noise, write
        `Epsilon.continuous(parts).at(value)`.

        Raises:
            ValueError: unless the value is above 0.
            TypeError: for a float, or anything else.
        """
        return Epsilon.indeterminate(parts).at(value)

    def at(self, value: int | Fraction | str) -> Epsilon[R]:
        """This loss at eps = value, as in `of`.

        Raises:
            ValueError: unless the value is above 0, and the root is r.
            TypeError: for a float, or anything else.
        """
        found: object = value
        if isinstance(found, str):
            if found.strip().startswith("ln"):
                raise ValueError(f"eps {found}: for eps = ln(x), write Epsilon(Fraction(x))")
            found = read_rational(found)
        if isinstance(found, bool) or not isinstance(found, int | Fraction):
            raise TypeError(f"eps {value!r}: {exactly(value)}")
        if found <= 0:
            hint = "; for eps = 0, Epsilon(Fraction(1))" if found == 0 else ""
            raise ValueError(f"eps {value}: write a number above 0{hint}")
        if number(self.root) is not None:
            raise ValueError(f"root {self.root}: a number, so that eps is its logarithm already")
        return Epsilon(self.root, self.parts, Fraction(found) / self.parts)

    @staticmethod
    def continuous(parts: int = 1) -> Epsilon[ExponentialFunction]:
        """Every eps > 0 at once, for continuous noise: probabilities depend on eps/parts too."""
        return Epsilon(ExponentialFunction.r(), parts)

    @property
    def eps(self) -> Fraction | None:
        """The number eps, where it is rational and known."""
        return None if self.unit is None else self.unit * self.parts

    @property
    def field(self) -> Field[R]:
        """Q, Q(r) or Q(u, r): where the probabilities of a mechanism with this eps lie."""
        return field_of(self.root)

    def exp(self, multiple: int | Fraction = 1) -> R:
        """e^(multiple * eps).

        Raises:
            InexactExponentError: unless multiple * parts is an integer.
            ValueError: if the power has more than `LONGEST_POWER` binary digits.
        """
        count = self._count(multiple)
        if abs(count) * self._digits > LONGEST_POWER:
            raise ValueError(
                f"e^(eps/{self.parts}) to the power {count} has more than {LONGEST_POWER} binary "
                "digits"
            )
        return self.root**count

    @property
    def _digits(self) -> int:
        """Of the root, which those of a power are a multiple of."""
        root = self.root
        if isinstance(root, Fraction):
            return max(root.numerator.bit_length(), root.denominator.bit_length()) - (root == 1)
        return DEGREE

    def __add__(self, other: Epsilon[R]) -> Epsilon[R]:
        if self.root is not other.root and self.root != other.root:
            raise InexactExponentError(
                f"losses with the roots {self.root} and {other.root} have no exact common root"
            )
        if self.unit is not other.unit and self.unit != other.unit:
            raise InexactExponentError(
                f"losses with eps/parts = {self.unit} and {other.unit}: r stands for two numbers"
            )
        return Epsilon(self.root, self.parts + other.parts, self.unit)

    def __mul__(self, factor: int | Fraction) -> Epsilon[R]:
        return Epsilon(self.root, self._count(factor), self.unit)

    __rmul__ = __mul__

    def __rtruediv__(self, size: int | Fraction) -> Scale[R]:
        """The scale size/eps of continuous noise.

        Raises:
            InexactExponentError: unless parts/size is an integer.
            ValueError: unless size > 0 is exact.
        """
        given: object = size
        if not isinstance(given, int | Fraction) or given <= 0:
            exact = isinstance(given, int | Fraction)
            hint = "a scale is above 0" if exact else f"{exactly(given)} / eps"
            raise ValueError(f"the scale {size}/eps: {hint}")
        return Scale(self._count(1 / Fraction(size)), self.root)

    def _is_no_number(self, _: Never) -> NoReturn:
        raise TypeError(NO_NUMBER)

    __lt__ = __le__ = __gt__ = __ge__ = __sub__ = __rsub__ = __radd__ = _is_no_number
    __pow__ = __rpow__ = _is_no_number

    def __neg__(self) -> NoReturn:
        raise TypeError(NO_NUMBER)

    def __truediv__(self, divisor: int) -> Epsilon[R]:
        return self * Fraction(1, divisor)

    def spelled(self, parts: int | None = None) -> str:
        """How this loss is written in Python, with as many parts as it has, or with others.

        >>> Epsilon.of(1).spelled(), Epsilon.continuous().at("1/2").spelled(parts=4)
        ('Epsilon.of(1)', 'Epsilon.continuous(parts=4).at("1/2")')
        """
        divided = self.parts if parts is None else parts
        said = f"parts={divided}" if divided > 1 else ""
        more = f", {said}" if said else ""
        if is_unread(self.root):
            return f"Epsilon.continuous({said})"
        if isinstance(self.root, Fraction):
            if divided == self.parts:
                return f"Epsilon({self.root!r}{more})"
            return f"Epsilon(Fraction(3, 2){more}), where 3/2 is e^(eps/{divided})"
        text = str(self.eps)
        value = text if text.isdecimal() else f'"{text}"'
        if isinstance(self.root, ExponentialFunction):
            return f"Epsilon.continuous({said})" + ("" if self.unit is None else f".at({value})")
        if self.unit is None:
            return f"Epsilon.indeterminate({said})"
        return f"Epsilon.of({value}{more})"

    def _count(self, multiple: int | Fraction) -> int:
        given: object = multiple
        if not isinstance(given, int | Fraction):
            raise TypeError(f"the multiple {given!r} of eps: {exactly(given)}")
        count = multiple * self.parts
        if isinstance(count, Fraction):
            if count.denominator != 1:
                enough = self.parts * count.denominator
                error = InexactExponentError(
                    f"e^({multiple} eps) is no power of e^(eps/{self.parts}): parts must be a "
                    f"multiple of {Fraction(multiple).denominator}: in Python write "
                    f"{self.spelled(enough)}; for the command, `parts = {enough}` in the class"
                )
                error.factor = count.denominator
                raise error
            return count.numerator
        return count


NO_NUMBER: Final = (
    "eps is no number here: e^(k eps) is eps.exp(k), which is exact; of eps itself there are "
    "scales k / eps, and parts, as in Fraction(1, 4) * eps"
)


def _no_root(root: object) -> str:
    """What to write in place of something that is no root: most likely eps itself was meant."""
    try:
        meant = read_rational(root if isinstance(root, str) else repr(root))
    except ValueError:
        return f"Epsilon({root!r}): e^(eps/parts) is a Fraction; for eps = 1, write Epsilon.of(1)"
    if meant <= 0:
        return f"Epsilon({root!r}): e^(eps/parts) is a Fraction >= 1"
    whole = meant.denominator == 1
    value, power = (str(meant), f"Fraction({meant})") if whole else (repr(meant), repr(meant))
    other = f"; for e^(eps/parts) = {meant}, Epsilon({power})" if meant >= 1 else ""
    return f"Epsilon({root!r}): for eps = {meant}, write Epsilon.of({value}){other}"
