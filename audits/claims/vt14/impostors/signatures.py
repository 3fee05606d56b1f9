"""Signature schemes, signed databases and forgers that are none."""

from audits.claims.prelude import *
from reference.exact.field import R
from reference.hardness.signatures import Forger, SignedMessage, TableSignatures

Scheme = Callable[[tuple[int, ...], int], TableSignatures]
"""From the key and the number of signatures."""


@dataclass(frozen=True)
class AnyTag(TableSignatures):
    """A pair verifies if the key has its signature somewhere."""

    @override
    def verifies(self, row: SignedMessage) -> bool:
        """Without the message."""
        return row[1] in self.key


@dataclass(frozen=True)
class NextMessage(TableSignatures):
    """Message m is verified by the entry m + 1."""

    @override
    def verifies(self, row: SignedMessage) -> bool:
        """With the wrong entry."""
        return self.key[(row[0] + 1) % len(self.key)] == row[1]


@dataclass(frozen=True)
class AlwaysVerifies(TableSignatures):
    """Every pair verifies."""

    @override
    def verifies(self, row: SignedMessage) -> bool:
        """Always."""
        return True


@dataclass(frozen=True)
class NeverNew(TableSignatures):
    """Every message is signed by the first entry."""

    @override
    def sign(self, message: int) -> int:
        """The first entry."""
        return self.key[0]

    @override
    def verifies(self, row: SignedMessage) -> bool:
        """The first entry."""
        return row[1] == self.key[0]


@dataclass(frozen=True)
class ParityOfMessage(TableSignatures):
    """Messages m and m + 2 have one signature."""

    @override
    def sign(self, message: int) -> int:
        """The entry m mod 2."""
        return self.key[message % 2]

    @override
    def verifies(self, row: SignedMessage) -> bool:
        """The entry m mod 2."""
        return row[1] == self.key[row[0] % 2]


WRONG_SCHEMES: dict[str, Scheme] = {
    "the signature is checked without the message": AnyTag,
    "another message's signature is checked": NextMessage,
    "everything verifies": AlwaysVerifies,
    "one signature for all messages": NeverNew,
    "messages m and m + 2 signed alike": ParityOfMessage,
}

Sign = Callable[[TableSignatures, Sequence[int]], tuple[SignedMessage, ...]]


def shifted(scheme: TableSignatures, messages: Sequence[int]) -> tuple[SignedMessage, ...]:
    """Each message with the signature of the one before it in the database."""
    signs = [scheme.sign(m) for m in messages]
    return tuple(zip(messages, [*signs[-1:], *signs[:-1]], strict=True))


def deduplicated(scheme: TableSignatures, messages: Sequence[int]) -> tuple[SignedMessage, ...]:
    """Each message once."""
    return tuple((m, scheme.sign(m)) for m in dict.fromkeys(messages))


def sorted_rows(scheme: TableSignatures, messages: Sequence[int]) -> tuple[SignedMessage, ...]:
    """In the order of the messages."""
    return scheme.signed(sorted(messages))


def unsigned(scheme: TableSignatures, messages: Sequence[int]) -> tuple[SignedMessage, ...]:
    """The message in place of its signature."""
    return tuple((m, m % scheme.signatures) for m in messages)


WRONG_DATABASES: dict[str, Sign] = {
    "signatures of the row before": shifted,
    "every message once": deduplicated,
    "rows in the order of messages": sorted_rows,
    "not signed": unsigned,
}


@dataclass(frozen=True)
class Wrong(Forger[R]):
    """A forger with one thing wrong."""

    new: bool = True
    checked: bool = True
    first_only: bool = False
    first_verifying: bool = False

    @override
    def __call__(
        self, database: tuple[SignedMessage, ...], coins: Coins[R], /
    ) -> SignedMessage | Bottom:
        synthetic = coins.run(self.sanitiser, database)
        for row in synthetic[:1] if self.first_only else synthetic:
            verified = not self.checked or self.scheme.verifies(row)
            if verified and (not self.new or row not in database):
                return row
            if verified and self.first_verifying:
                break
        return Bottom.BOTTOM


def made_wrong(**faults: bool) -> Callable[..., Any]:
    """The forger with these faults."""
    return lambda sanitiser, scheme: Wrong(sanitiser, scheme, **faults)


WRONG_FORGERS: dict[str, Callable[..., Any]] = {
    "does not ask for a new row": made_wrong(new=False),
    "does not verify": made_wrong(checked=False),
    "looks at the first row only": made_wrong(first_only=True),
    "stops at the first row that verifies": made_wrong(first_verifying=True),
}
