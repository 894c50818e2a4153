"""The rules one by one: every scenario of tests/data/scenarios, and that none of the rules is left out."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from assistant.house import OPTIONS
from tests.assistant.scenario import Player, Scenario, read_scenarios

FOLDER = Path(__file__).parent.parent / "data/scenarios"
SCENARIOS = [scenario for path in sorted(FOLDER.glob("*.txt")) for scenario in read_scenarios(path)]
CITED = Counter(rule for scenario in SCENARIOS for rule in set(scenario.rules))

RULES = (
    *(f"house {option}" for option in OPTIONS),
    *(f"OPR-706 {n}" for n in ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "3.1", "3.2(a)", "3.2(b)", "3.3",
                               "3.4", "4.1", "4.2", "4.3", "5 high-low", "5 wild cards", "5 five-card")),
    *(f"OPR-714 {n}" for n in ("1.1", "1.2", "1.3", "1.4", "2.1", "2.2", "2.3", "3.1", "3.2", "3.3", "4.1", "4.2",
                               "4.3", "5.1", "5.2")),
    *(f"Lucky Sevens {n}" for n in (*"1234567", "how it fills", "take half", "who owns it", "doubles", "who wins it",
                                    "when it carries")),
)  # fmt: skip


@pytest.mark.parametrize("scenario", SCENARIOS, ids=str)
def test_scenario(scenario: Scenario) -> None:
    assert scenario.rules, "cites no rule"
    assert any(line.startswith(("= ", "refused: ")) for _, line in scenario.lines), "expects nothing"
    Player(scenario).run()


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_three_scenarios(rule: str) -> None:
    assert CITED[rule] >= 3


def test_only_rules_that_exist_are_cited() -> None:
    assert [rule for rule in CITED if rule not in RULES and not rule.startswith("rules/README.md ")] == []
