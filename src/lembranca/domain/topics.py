"""What the topics of facts are called, where a context names them."""

from __future__ import annotations

from collections.abc import Mapping

_NAMES: Mapping[str, tuple[str, str]] = {
    "name": ("nome", "name"),
    "form_of_address": ("tratamento", "form of address"),
    "pronouns": ("pronomes", "pronouns"),
    "language": ("idioma", "language"),
    "contact_channel": ("canal de contato", "contact channel"),
    "contact_time": ("horário de contato", "contact time"),
    "answer_style": ("estilo das respostas", "answer style"),
    "age": ("idade", "age"),
    "birth": ("nascimento", "birth"),
    "birthday": ("aniversário", "birthday"),
    "height": ("altura", "height"),
    "residence": ("moradia", "residence"),
    "household": ("com quem mora", "household"),
    "origin": ("origem", "origin"),
    "job": ("trabalho", "job"),
    "studies": ("estudos", "studies"),
    "marital_status": ("estado civil", "marital status"),
    "pregnancy": ("gravidez", "pregnancy"),
    "diet": ("alimentação", "diet"),
    "weight": ("peso", "weight"),
    "team": ("time", "team"),
    "faith": ("religião", "faith"),
    "upbringing": ("criação", "upbringing"),
    "income": ("renda", "income"),
    "seat": ("assento", "seat"),
}
# What a newer value takes the place of, by whatever extractor.
TOPICS = tuple(_NAMES)
_LANGUAGES = ("pt", "en")


def topic_name(topic: str, language: str) -> str:
    """Give what *topic* is called in *language* (`pt` or `en`), on one line; one that is not known its own words."""
    known = _NAMES.get(topic)
    return known[_LANGUAGES.index(language)] if known else " ".join(topic.replace("_", " ").split())
