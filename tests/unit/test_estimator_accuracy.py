"""
How near the estimator comes to real vocabularies.

The pages under `pages/` were written for this test, about 400 words each, in different registers. The prices of the
estimator were fitted on those called `tuned_*`; those called `held_out_*` were only ever measured.
"""

from pathlib import Path

import pytest

from lembranca.adapters.outbound.tokens.estimator import EstimatingTokenCounter
from vocabularies import NAMES, encoding

PAGES = sorted(Path(__file__).parent.glob("pages/*/*.txt"))
# o200k knows more Portuguese: what is right for cl100k is a fifth to two fifths too much for it.
MOST = {
    ("en", "cl100k_base"): 0.10,
    ("en", "o200k_base"): 0.15,
    ("pt", "cl100k_base"): 0.10,
    ("pt", "o200k_base"): 0.42,
}

OTHER_TEXT = {
    "shopping list": "- arroz\n- feijão preto\n- 2 kg de batata\n- 1/2 dúzia de ovos\n- café (o mais barato)\n* milk\n"
    "* bread, 2 loaves\n1. First item\n2. Second item\n",
    "figures and dates": "Total: R$ 1.234.567,89 em 12/03/2024 às 14:35:07; tel. +55 (11) 98765-4321. "
    "Growth was 3.14159% vs 2.71828% in 2023-12-31T23:59:59Z.",
    "addresses": "https://www.exemplo.com.br/produtos/categoria?id=8273&ref=home#topo e http://localhost:8080/api/v1/"
    "users/42/profile.json veja também user.name+tag@mail-server.example.org",
    "emoji": "Parabéns!!! 🎉🎉🎂 te amo ❤️😘😘 kkkkkk 👍🏽 👨‍👩‍👧 ok 🙏✨ bora 🚀🚀🚀",
    "capitals": "ATENÇÃO: REUNIÃO URGENTE HOJE ÀS DUAS DA TARDE. PLEASE READ THE FOLLOWING INSTRUCTIONS CAREFULLY.",
    "names": "Ana Beatriz Figueiredo, João Guimarães, Thiago Vasconcelos, Priya Ramanathan, Oluwaseun Adeyemi, Siobhan "
    "O'Connor, Wojciech Kowalski, Xiuying Zhang, Florianópolis, Itaquaquecetuba, Leicestershire",
    "slang": "vc tá onde?? blz, tb vou... pq q ele n veio? rsrs mto bom, obg! flw, vlw, abs. kd vc, fds tem rolê?",
    "laughs": "kkkkkkkkkkkkkkkk rsrsrsrs hahahahahaha kkkk KKKKKKKKKK hehehehe huehuehuehue Hahahaha jajajaja",
    "a laugh without end": "k" * 100,
    "stretched words": "siiiiim nooooossa que liiiindo, goooool, aaaaaaah, pleaaaase, sooooo goood, amooooor, AAAAAAAA",
    "letters at random": "xzqwrtpl bkdfghjw mxqvtrzplk qwrtzpsd fghjklzx ptkvbnmsr zxcvbnm lkjhgfds hjqkwzrtpa mnbvcxz",
    "code": "def total(items: list[Item]) -> int:\n    return sum(item.price * item.amount for item in items if item)\n"
    "\n\nclass ShoppingCart:\n    def __init__(self, owner_id: str) -> None:\n        self._owner_id = owner_id\n",
    "json": '{"id": "m-0042", "role": "user", "content": "oi, tudo bem?", "timestamp": "2024-03-01T10:00:00+00:00"}',
    "keys": "3f2b8c1e-9d4a-4e6f-8b7a-1c2d3e4f5a6b eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.abcDEF",
    "Spanish": "Hoy hace muy buen tiempo, así que vamos a pasear por el parque y hablaremos de nuestro trabajo.",
    "German": "Heute ist das Wetter sehr schön, deshalb gehen wir im Park spazieren und sprechen über unsere Arbeit.",
    "Russian": "Сегодня хорошая погода, пойдём гулять в парк и поговорим о нашей новой работе.",  # noqa: RUF001
    "Chinese": "今天天气很好,我们去公园散步吧。昨天买的书很有意思。",
    "Japanese": "今日はとても良い天気なので、公園を散歩しましょう。カタカナもあります。",
    "Korean": "오늘 날씨가 아주 좋네요, 공원에 산책하러 가요.",
    "Hindi": "आज मौसम बहुत अच्छा है, चलो पार्क में घूमने चलते हैं।",
    "Arabic": "الطقس جميل اليوم، هيا نذهب إلى الحديقة ونتحدث عن العمل الجديد.",
}


def excess(text, vocabulary):
    real = len(encoding(vocabulary).encode_ordinary(text))
    return EstimatingTokenCounter().count(text) / real - 1


def pages(language, kind):
    chosen = [page for page in PAGES if page.parent.name == language and page.name.startswith(kind)]
    return [page.read_text(encoding="utf-8") for page in chosen]


@pytest.mark.parametrize("vocabulary", NAMES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_of_prose_is_never_under_counted_by_more_than_two_per_cent(page, vocabulary):
    assert excess(page.read_text(encoding="utf-8"), vocabulary) >= -0.02


@pytest.mark.parametrize("vocabulary", NAMES)
@pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.stem}")
def test_a_page_of_prose_is_not_over_counted_beyond_its_bound(page, vocabulary):
    assert excess(page.read_text(encoding="utf-8"), vocabulary) <= MOST[page.parent.name, vocabulary]


@pytest.mark.parametrize("language", ["pt", "en"])
@pytest.mark.parametrize("kind", ["tuned", "held_out"])
def test_the_pages_of_a_language_together_are_at_most_six_per_cent_above_the_dearer_vocabulary(language, kind):
    together = "\n".join(pages(language, kind))

    assert 0 <= excess(together, "cl100k_base") <= 0.06


PARAGRAPHS = [text for page in PAGES for text in page.read_text("utf-8").split("\n") if len(text) > 400]


@pytest.mark.parametrize("paragraph", PARAGRAPHS)
def test_a_long_paragraph_is_under_counted_by_a_tenth_at_worst(paragraph):
    assert excess(paragraph, "cl100k_base") >= -0.10


@pytest.mark.parametrize("vocabulary", NAMES)
@pytest.mark.parametrize("kind", OTHER_TEXT)
def test_text_that_is_no_prose_is_rather_over_counted(kind, vocabulary):
    assert excess(OTHER_TEXT[kind], vocabulary) >= -0.06


def test_there_are_pages_to_measure():
    for language in ("pt", "en"):
        assert len(pages(language, "tuned")) >= 5
        assert len(pages(language, "held_out")) >= 3
