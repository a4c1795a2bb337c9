import hashlib

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lembranca.adapters.outbound.embedding.hashing import HashingEmbedder
from lembranca.domain.errors import ConfigurationError

any_text = st.text(st.characters(codec=None), max_size=200)


@pytest.fixture
async def embedder():
    embedder = HashingEmbedder()
    await embedder.open()
    yield embedder
    await embedder.close()


async def test_vectors_are_the_same_bit_for_bit_everywhere(embedder):
    texts = ["", "Marquei o dentista pra quinta às 15h.", "We moved to a smaller flat in May", "東京 😀", "a" * 100]

    matrix = await embedder.embed(texts)

    digest = hashlib.sha256(matrix.astype("<f4").tobytes()).hexdigest()
    # When this changes, the embedder's version has to change with it, or old and new vectors get compared.
    assert digest == "62472fbe1915dbdf719801bac3538d4eacbd23c075ee97785662fc90eff963db"


async def test_it_says_who_it_is(embedder):
    assert embedder.identity == "hashing:v1:768"
    assert embedder.dimensions == 768
    assert HashingEmbedder(64).identity == "hashing:v1:64"


async def test_no_texts_give_no_rows(embedder):
    matrix = await embedder.embed([])

    assert matrix.shape == (0, 768)
    assert matrix.dtype == np.float32


@settings(max_examples=60)
@given(st.lists(any_text, max_size=4), st.sampled_from(["query", "document"]), st.sampled_from([8, 64, 768]))
async def test_every_text_gives_a_row_of_length_one(texts, kind, dimensions):
    matrix = await HashingEmbedder(dimensions).embed(texts, kind=kind)

    assert matrix.shape == (len(texts), dimensions)
    assert matrix.dtype == np.float32
    assert matrix.flags.c_contiguous
    assert np.linalg.norm(matrix, axis=1) == pytest.approx(np.ones(len(texts)), abs=1e-5)


@settings(max_examples=60)
@given(any_text, any_text, any_text)
async def test_a_row_does_not_depend_on_its_batch(one, two, three):
    embedder = HashingEmbedder()
    together = await embedder.embed([one, two, three])
    alone = [(await embedder.embed([text]))[0] for text in (one, two, three)]

    assert np.array_equal(together, np.stack(alone))


@pytest.mark.parametrize("kind", ["query", "document"])
@pytest.mark.parametrize("text", ["", " \n", "😀?!", "\0", "\ud800"])
async def test_a_text_without_words_gives_one_fixed_vector(embedder, text, kind):
    [vector] = await embedder.embed([text], kind=kind)

    assert vector[-1] == 1
    assert np.count_nonzero(vector) == 1


async def _closest(embedder, question, texts):
    [query] = await embedder.embed([question], kind="query")
    return texts[int(np.argmax(await embedder.embed(texts) @ query))]


@pytest.mark.parametrize(
    ("question", "meant"),
    [
        ("qual remédio a vó toma?", "A vó começou um remedinho novo pra pressão"),
        ("when does the allergies test take place", "My allergy tests are on Friday"),
        ("quando é a viajem?", "A viagem ficou para outubro"),
        ("fotografia", "Comprei uma câmera para fotografar"),
    ],
)
async def test_inflected_and_mistyped_words_are_found(embedder, question, meant):
    texts = [
        "A vó começou um remedinho novo pra pressão",
        "My allergy tests are on Friday",
        "A viagem ficou para outubro",
        "Comprei uma câmera para fotografar",
        "Oi, tudo bem com você?",
        "Thanks, talk to you soon!",
    ]

    assert await _closest(embedder, question, texts) == meant


async def test_case_and_accents_do_not_matter(embedder):
    matrix = await embedder.embed(["AMANHÃ TEM REUNIÃO", "amanha tem reuniao"])

    assert np.array_equal(matrix[0], matrix[1])


async def test_function_words_do_not_matter_unless_there_is_nothing_else(embedder):
    bare, wordy, greeting, other = await embedder.embed(
        ["dentista quinta", "o dentista é na quinta", "como você está?", "are you there?"]
    )

    assert np.array_equal(bare, wordy)
    assert not np.array_equal(greeting, other)


async def test_a_long_message_is_not_buried_by_a_short_one_that_says_less(embedder):
    short = "Lisbon, wow"
    long = "We spent the first weekend of our Lisbon trip visiting museums, eating custard tarts and riding trams"

    assert await _closest(embedder, "museums visited in Lisbon", [short, long]) == long


async def test_a_megabyte_is_embedded_off_the_event_loop(embedder):
    texts = ["palavra " * 2**17, "a" * 2**20, "日本語" * 2**17, " ".join(f"p{i}x" for i in range(2**17))]

    matrix = await embedder.embed(texts)

    assert np.isfinite(matrix).all()


@pytest.mark.parametrize("dimensions", [-1, 0, 1, 7])
async def test_too_few_dimensions_are_refused_by_name(dimensions):
    with pytest.raises(ConfigurationError, match=f"dimensions={dimensions}"):
        await HashingEmbedder(dimensions).open()
