"""Much white space is read as fast as any other text."""

from time import process_time

import pytest

from lembranca.domain.pasted import own_words


@pytest.mark.parametrize("blank", ["\n", "\t", " ", "\r\n", "\u3000"])
def test_twenty_thousand_blanks_take_no_longer_than_words(blank):
    begun = process_time()
    own_words(blank * 20_000 + "Sou vegetariana.")

    assert process_time() - begun < 0.2  # seconds; trying again at each of them took more than twice that


def test_what_stands_in_braces_is_still_left_out():
    assert own_words('Sou vegetariana.\n[  {"a": 1} ]') == ["Sou vegetariana."]
