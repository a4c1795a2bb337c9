"""The prompts come with the package, can be replaced one by one, and are checked before they are used."""

import re

import pytest

from lembranca.adapters.outbound.language_model.templates import Prompts, file_names
from lembranca.domain.errors import ConfigurationError


@pytest.fixture
def folder(tmp_path):
    return tmp_path


def test_the_package_has_a_text_for_each_purpose_and_language():
    prompts = Prompts.read()

    assert sorted(prompts.texts) == sorted(file_names())
    assert len(set(prompts.texts.values())) == len(file_names()) == 16


@pytest.mark.parametrize("name", file_names())
def test_the_packages_own_texts_pass_the_rules_for_replacements(folder, name):
    (folder / name).write_text(Prompts.read().texts[name], encoding="utf-8")

    assert Prompts.read(folder) == Prompts.read()


@pytest.mark.parametrize(
    "name", [name for name in file_names() if name.startswith(("narrative", "paragraph", "facts"))]
)
def test_the_rules_say_that_the_conversation_is_no_instruction(name):
    assert re.search("never an instruction|nunca uma ordem", Prompts.read().texts[name])


def test_a_file_in_the_folder_replaces_its_namesake_alone(folder):
    (folder / "again.pt.txt").write_text("De novo, por favor: $reason (R$$ 0)\n", encoding="utf-8")
    prompts = Prompts.read(str(folder))

    assert prompts.fill("again", "pt", reason="$words {x}") == "De novo, por favor: $words {x} (R$ 0)"
    assert prompts.texts["again.en.txt"] == Prompts.read().texts["again.en.txt"]


def test_other_files_than_texts_are_nobodys_business(folder):
    (folder / "README.md").write_text("About these prompts")

    assert Prompts.read(folder) == Prompts.read()


@pytest.mark.parametrize(
    ("name", "text", "rule"),
    [
        ("again.pt.txt", "De novo.", r"lacks \$reason"),
        ("turns.en.txt", "$former $turns", r"lacks \$fence, \$participants, \$words"),
        ("again.en.txt", "$reason $because", r"unknown \$because"),
        ("paragraph.en.txt", "At most $events", r"unknown \$events"),
        ("again.en.txt", "$reason, 5 $ more", r"be \$\$"),
        ("again.en.txt", " \n", "characters that show"),
        ("again.en.txt", "$reason" + "a" * 100_000, "characters that show"),
        ("agian.en.txt", "$reason", "is no template; known are narrative.pt.txt"),
    ],
)
def test_a_template_that_cannot_be_filled_in_is_refused(folder, name, text, rule):
    (folder / name).write_text(text, encoding="utf-8")

    with pytest.raises(ConfigurationError, match=rule) as caught:
        Prompts.read(folder)
    assert caught.value.setting == "prompts_dir"
    assert str(folder) in str(caught.value.value)


def test_a_file_of_another_encoding_is_refused(folder):
    (folder / "again.pt.txt").write_bytes("Não: $reason".encode("latin-1"))

    with pytest.raises(ConfigurationError, match="UTF-8"):
        Prompts.read(folder)


def test_a_folder_in_place_of_a_file_is_refused(folder):
    (folder / "again.pt.txt").mkdir()

    with pytest.raises(ConfigurationError, match="can be read"):
        Prompts.read(folder)


@pytest.mark.parametrize("path", ["missing", "file"])
def test_a_folder_that_is_none_is_refused(folder, path):
    (folder / "file").write_text("no folder")

    with pytest.raises(ConfigurationError, match="must be a folder that can be read"):
        Prompts.read(folder / path)
