"""The examples in the values' own docstrings."""

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["arguments", "batch", "cards", "hands", "lows", "wilds", "wording"])
def test_examples(name: str) -> None:
    result = doctest.testmod(importlib.import_module(f"assistant.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
