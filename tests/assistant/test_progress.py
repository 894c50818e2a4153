import io

import pytest

from assistant.progress import ProgressBar


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class Clock:
    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


def run(stream: io.StringIO, second_s: float) -> str:
    clock = Clock()
    bar = ProgressBar("dealing", stream, clock)
    for done in range(1, 101):
        clock.now_s = done * second_s
        bar(done, 100)
    bar.close()
    return stream.getvalue()


@pytest.mark.parametrize("stream", [Terminal(), io.StringIO()])
def test_nothing_is_drawn_for_what_is_soon_done(stream: io.StringIO) -> None:
    assert run(stream, 0.02) == ""


def test_a_terminal_gets_one_line_that_goes_in_the_end() -> None:
    drawn = run(Terminal(), 1.0)
    assert "[###############...............] dealing  50%, 50 s left" in drawn
    assert "\n" not in drawn
    screen = ""
    for written in drawn.split("\r"):
        screen = written + screen[len(written) :]
    assert screen.strip() == ""


def test_elsewhere_it_is_a_line_for_every_tenth() -> None:
    lines = run(io.StringIO(), 10.0).splitlines()
    assert lines[0] == "dealing  10%, 15 min left"
    assert len(lines) == 9
