import pytest

from assistant.cards import (
    FULL_DECK,
    card_name,
    parse_card,
    parse_cards,
    pretty,
    rank_name,
    rank_of,
    suit_name,
    suit_of,
)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Kh", "Kh"), ("KH", "Kh"), ("kh", "Kh"), ("K♥", "Kh"), ("K♥\ufe0f", "Kh"), ("K♡", "Kh"),
        ("10h", "Th"), ("Th", "Th"), ("10♠", "Ts"), (" 2c ", "2c"), ("a♦", "Ad"),
    ],
)  # fmt: skip
def test_one_card_in_all_its_spellings(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize("text", ["", "K", "h", "hK", "1h", "11h", "Kx", "Kh9", "Kh 9s", "♥", "0h", "Xx"])
def test_what_is_no_card_is_said_in_one_line(text: str) -> None:
    with pytest.raises(ValueError, match="is no card: write rank then suit") as error:
        parse_card(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["8s Kc 10h", "8s,Kc,Th", "8sKc10h", "8♠ K♣, 10♥", "  8S kc  th "])
def test_many_cards_parted_or_glued(text: str) -> None:
    assert parse_cards(text) == ("8s", "Kc", "Th")


def test_no_cards() -> None:
    assert parse_cards("") == parse_cards(" , ") == ()


def test_the_piece_that_is_no_card_is_named() -> None:
    with pytest.raises(ValueError, match="'Zs' is no card"):
        parse_cards("8s Kc Zs")


def test_every_card_of_the_deck_reads_as_itself_and_back_from_its_pretty_form() -> None:
    assert len(set(FULL_DECK)) == 52
    for card in FULL_DECK:
        assert parse_card(card) == parse_card(pretty(card)) == rank_of(card) + suit_of(card) == card


def test_words() -> None:
    assert [rank_name(rank) for rank in "2T6KA"] == ["two", "ten", "six", "king", "ace"]
    assert [rank_name(rank, plural=True) for rank in "6KA"] == ["sixes", "kings", "aces"]
    assert (pretty("Td"), pretty("Kh"), card_name("Qs")) == ("10♦", "K♥", "queen of spades")
    assert suit_name("c") == "clubs"
