"""Reads a TOML table key by key, and turns each mistake into a line that a host can act on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any


class CheckedTable:
    """One table of a config file; what is wrong or left over becomes a line in `problems`.

    Every reader returns a fitting value, the default after a mistake, so that
    one pass finds all mistakes.
    """

    def __init__(self, raw: Mapping[str, Any], problems: list[str], name: str = "") -> None:
        self._raw = dict(raw)
        self._name = name
        self._problems = problems
        self._tables: list[CheckedTable] = []

    def wrong(self, key: str, must: str, value: Any) -> None:
        """Notes that `key` is `value` but must be `must`."""
        self._problems.append(f"{self._name}{key}: must be {must}, not {_shown(value)}")

    def note(self, key: str, problem: str) -> None:
        """Notes a problem in words of its own; an empty `key` means the table itself."""
        self._problems.append(f"{(self._name + key).removesuffix('.')}: {problem}")

    def text(self, key: str, default: str) -> str:
        """Words, not empty."""
        return str(self._take(key, default, "words in quotes", _is_words)).strip()

    def choice(self, key: str, default: str, among: tuple[str, ...]) -> str:
        """One of a few words."""
        must = "one of " + ", ".join(f'"{word}"' for word in among)
        return str(self._take(key, default, must, lambda value: value in among))

    def flag(self, key: str, default: bool) -> bool:
        """true or false."""
        return bool(self._take(key, default, "true or false", lambda value: isinstance(value, bool)))

    def whole(self, key: str, default: int, least: int, most: int) -> int:
        """A whole number in a range, both ends included."""
        must = f"a whole number from {least} to {most}"
        # bool is an int to Python, but not to a host
        return int(self._take(key, default, must, lambda v: type(v) is int and least <= v <= most))

    def table(self, key: str) -> CheckedTable:
        """The table under `key`; an empty one if there is none."""
        value = self._raw.pop(key, {})
        if not isinstance(value, dict):
            self.wrong(key, f"a table, [{self._name}{key}]", value)
            value = {}
        return self._below(key, value)

    def tables(self, key: str) -> list[CheckedTable] | None:
        """The list of tables under `key`, or None."""
        if key not in self._raw:
            return None
        value = self._raw.pop(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self.wrong(key, f"a list of tables, [[{self._name}{key}]]", value)
            return None
        return [self._below(f"{key}[{i}]", item) for i, item in enumerate(value, 1)]

    def unread(self) -> tuple[str, ...]:
        """The keys not read so far."""
        return tuple(self._raw)

    def drop(self, key: str) -> None:
        """Passes over a key that was complained about already."""
        self._raw.pop(key, None)

    def rest(self) -> dict[str, Any]:
        """Everything not read so far, unchecked: for somebody else to check."""
        left, self._raw = self._raw, {}
        return left

    def done(self) -> None:
        """Notes whatever nobody asked for, here and in the tables below."""
        for key in self._raw:
            self.note(key, "there is no such setting")
        for table in self._tables:
            table.done()

    def _below(self, key: str, raw: Mapping[str, Any]) -> CheckedTable:
        made = CheckedTable(raw, self._problems, f"{self._name}{key}.")
        self._tables.append(made)
        return made

    def _take(self, key: str, default: Any, must: str, fits: Callable[[Any], bool]) -> Any:
        if key not in self._raw:
            return default
        value = self._raw.pop(key)
        if fits(value):
            return value
        self.wrong(key, must, value)
        return default


def _is_words(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _shown(value: Any) -> str:
    """As it stands in a TOML file, near enough; one line."""
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else " ".join(str(value).split())
