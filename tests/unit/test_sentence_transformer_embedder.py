import asyncio
import shutil
import subprocess
import sys
import threading
from types import ModuleType

import numpy as np
import pytest

from lembranca.adapters.outbound.embedding.model_folder import digest_of
from lembranca.adapters.outbound.embedding.sentence_transformer import SentenceTransformerEmbedder
from lembranca.domain.errors import Closed, ConfigurationError, ModelError
from minilm import model_folder

PATIENCE_S = 20


class TinyModel:
    """Stands in for a loaded model: vectors tell the text's length, and `gate` holds back the first document."""

    def __init__(self, name, **options):
        self.name, self.options = name, options
        self.max_seq_length = 4
        self.encoded = []
        self.gate = threading.Event()
        self.gate.set()
        self.begun = threading.Event()
        self.fails = None

    def vectors(self, inputs):
        return np.array([[len(text), 1, 0] for text in inputs], dtype=np.float32)

    def encode_query(self, inputs, **options):
        self.encoded += [("query", text) for text in inputs]
        return self.vectors(inputs)

    def encode_document(self, inputs, **options):
        self.encoded += [("document", text) for text in inputs]
        self.begun.set()
        assert self.gate.wait(PATIENCE_S)
        if self.fails:
            raise self.fails
        return self.vectors(inputs)


@pytest.fixture
def library(monkeypatch):
    """Put a library in the place of sentence-transformers; `library.model` is what it loaded last."""
    library = ModuleType("sentence_transformers")

    def load(name, **options):
        library.model = TinyModel(name, **options)
        return library.model

    library.SentenceTransformer = load
    transformers = ModuleType("transformers.utils.logging")
    transformers.is_progress_bar_enabled = lambda: False
    transformers.disable_progress_bar = lambda: None
    monkeypatch.setitem(sys.modules, "sentence_transformers", library)
    monkeypatch.setitem(sys.modules, "transformers", ModuleType("transformers"))
    monkeypatch.setitem(sys.modules, "transformers.utils", ModuleType("transformers.utils"))
    monkeypatch.setitem(sys.modules, "transformers.utils.logging", transformers)
    return library


@pytest.fixture
async def embedder(library):
    embedder = SentenceTransformerEmbedder("some/model", batch_size=1)
    await embedder.open()
    yield embedder
    await embedder.close()


async def test_without_the_library_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match=r"pip install 'lembranca\[neural\]'"):
        await SentenceTransformerEmbedder("some/model").open()


@pytest.mark.parametrize("name", ["/no/such/folder", "./model", "../model", "~/model", "a/b/c", "", "a b", "a\\b"])
async def test_what_is_neither_a_folder_nor_a_name_of_the_hub_is_refused_at_once(monkeypatch, tmp_path, name):
    (tmp_path / "file").touch()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(ConfigurationError, match="no such folder"):
        await SentenceTransformerEmbedder(name).open()


async def test_a_batch_of_nothing_is_refused():
    with pytest.raises(ConfigurationError, match="batch_size=0"):
        await SentenceTransformerEmbedder("some/model", batch_size=0).open()


async def test_it_is_open_only_between_open_and_close(library):
    embedder = SentenceTransformerEmbedder("some/model")

    with pytest.raises(Closed):
        await embedder.embed(["a"])
    with pytest.raises(Closed):
        _ = embedder.identity
    await embedder.open()
    await embedder.close()
    with pytest.raises(Closed):
        await embedder.embed(["a"])


async def test_a_model_of_the_hub_is_known_by_its_name(library, embedder):
    assert embedder.identity == "sentence-transformers:some/model:3:normalised"
    assert embedder.dimensions == 3
    assert library.model.options["local_files_only"] is False


async def test_a_folder_is_never_looked_for_elsewhere_and_known_by_name_and_content(library, tmp_path):
    (tmp_path / "minha").mkdir()
    (tmp_path / "minha" / "config.json").write_text("{}")
    embedder = SentenceTransformerEmbedder(str(tmp_path / "minha"))
    await embedder.open()

    assert embedder.identity == f"sentence-transformers:minha@{digest_of(tmp_path / 'minha')}:3:normalised"
    assert library.model.options["local_files_only"] is True
    await embedder.close()


async def test_loading_once_serves_all_who_open(library):
    embedder = SentenceTransformerEmbedder("some/model")
    await asyncio.gather(embedder.open(), embedder.open())
    model = library.model
    await embedder.open()

    assert library.model is model
    await embedder.close()


async def test_queries_and_documents_go_through_their_own_prompts(library, embedder):
    library.model.encoded.clear()
    await embedder.embed(["pergunta"], kind="query")
    await embedder.embed(["resposta"])

    assert library.model.encoded == [("query", "pergunta"), ("document", "resposta")]


async def test_a_query_waits_for_one_batch_only_however_many_documents_there_are(library, embedder):
    model = library.model
    model.encoded.clear()
    model.gate.clear()
    batches = [asyncio.create_task(embedder.embed([f"{one}-{two}" for two in range(20)])) for one in range(5)]
    assert await asyncio.to_thread(model.begun.wait, PATIENCE_S)
    query = asyncio.create_task(embedder.embed(["pergunta"], kind="query"))
    await asyncio.sleep(0)
    model.gate.set()
    await query

    assert [kind for kind, _ in model.encoded[:2]] == ["document", "query"]
    await asyncio.gather(*batches)
    assert len(model.encoded) == 101


async def test_a_cancelled_call_leaves_its_other_batches_undone(library, embedder):
    model = library.model
    model.encoded.clear()
    model.gate.clear()
    task = asyncio.create_task(embedder.embed([str(number) for number in range(50)]))
    assert await asyncio.to_thread(model.begun.wait, PATIENCE_S)
    task.cancel()
    await asyncio.wait([task])
    model.gate.set()
    await embedder.embed(["depois"], kind="query")

    assert [text for _, text in model.encoded] == ["0", "depois"]


async def test_closing_during_a_call_ends_it_as_closed(library, embedder):
    model = library.model
    model.gate.clear()
    task = asyncio.create_task(embedder.embed(["a", "b"]))
    assert await asyncio.to_thread(model.begun.wait, PATIENCE_S)
    closing = asyncio.create_task(embedder.close())
    await asyncio.sleep(0)
    model.gate.set()
    await closing

    with pytest.raises(Closed):
        await task


async def test_blank_texts_do_not_go_through_the_model(library, embedder):
    library.model.encoded.clear()
    matrix = await embedder.embed(["", " \n\u00a0", "a"])

    assert library.model.encoded == [("document", "a")]
    assert matrix[:2].tolist() == [[0, 0, 1], [0, 0, 1]]


async def test_what_the_model_will_not_read_is_not_given_to_it(library, embedder):
    library.model.encoded.clear()
    await embedder.embed(["palavra " * 100_000, "\ud800"])

    assert [text for _, text in library.model.encoded] == ["?", ("palavra " * 100_000)[: 4 * 64]]


async def test_a_failing_model_is_an_error_of_one_line(library, embedder):
    library.model.fails = RuntimeError("not enough\nmemory " + "x" * 5000)

    with pytest.raises(
        ModelError, match="some/model failed to embed 1 texts: RuntimeError: not enough memory x"
    ) as caught:
        await embedder.embed(["a"])
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("number", [float("nan"), float("inf")])
async def test_numbers_that_are_none_are_an_error(library, embedder, number):
    library.model.vectors = lambda inputs: np.full((len(inputs), 3), number)

    with pytest.raises(ModelError, match="not finite"):
        await embedder.embed(["a"])


@pytest.mark.parametrize(("dtype", "scale"), [(np.float16, 300), (np.float64, 1e-30), (np.float32, 0), (np.int8, 1)])
async def test_rows_have_length_one_whatever_the_model_calculates_in(library, embedder, dtype, scale):
    library.model.vectors = lambda inputs: (np.array([[3, 4, 0]] * len(inputs)) * scale).astype(dtype)
    matrix = await embedder.embed(["a"])

    assert matrix.dtype == np.float32
    assert np.linalg.norm(matrix) == pytest.approx(1, abs=1e-6)


@pytest.fixture
def folder(tmp_path):
    """A folder with the kinds of files that a model has."""
    files = {"config.json": "{}", "model.safetensors": "weights", "1_Pooling/config.json": "{}", "README.md": "a model"}
    for name, content in files.items():
        path = tmp_path / "model" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    return tmp_path / "model"


def test_a_folder_that_moved_holds_the_same_model(folder):
    before = digest_of(folder)

    assert digest_of(folder.rename(folder.parent / "elsewhere")) == before


@pytest.mark.parametrize("name", ["README.md", ".cache/huggingface/download.json", "picture.png"])
def test_what_no_vector_depends_on_does_not_count(folder, name):
    before = digest_of(folder)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("changed")

    assert digest_of(folder) == before


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "1_Pooling/config.json", "new/vocab.txt"])
def test_every_file_that_a_vector_depends_on_counts(folder, name):
    before = digest_of(folder)
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("changed")

    assert digest_of(folder) != before


def test_the_same_contents_under_other_names_are_another_model(folder):
    before = digest_of(folder)
    (folder / "config.json").rename(folder / "config2.json")

    assert digest_of(folder) != before


@pytest.mark.neural
async def test_a_model_that_is_not_there_while_offline_is_refused_with_a_reason_of_one_line():
    model_folder()

    with pytest.raises(ConfigurationError, match="that can be loaded") as caught:
        await SentenceTransformerEmbedder("nobody/has-such-a-model").open()
    assert "\n" not in str(caught.value)


@pytest.mark.neural
@pytest.mark.parametrize("damage", ["empty", "weights", "config"])
async def test_a_damaged_folder_is_refused(tmp_path, damage):
    folder = tmp_path / "model"
    if damage == "empty":
        folder.mkdir()
    else:
        shutil.copytree(model_folder(), folder)
        (folder / {"weights": "model.safetensors", "config": "config.json"}[damage]).write_bytes(b"{ not what it was")

    with pytest.raises(ConfigurationError, match="that can be loaded"):
        await SentenceTransformerEmbedder(str(folder)).open()


_QUIETLY = """
import asyncio, sys

def heard(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise SystemExit(f"a network call: {event} {arguments}")

from lembranca.adapters.outbound.embedding.sentence_transformer import SentenceTransformerEmbedder
assert "torch" not in sys.modules and "sentence_transformers" not in sys.modules
sys.addaudithook(heard)

async def main():
    embedder = SentenceTransformerEmbedder(sys.argv[1])
    await embedder.open()
    matrix = await embedder.embed(["lembrança"] * 100)
    await embedder.close()
    print(matrix.shape)

asyncio.run(main())
"""


@pytest.mark.neural
def test_a_folder_is_loaded_without_network_and_without_a_word(monkeypatch):
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    ended = subprocess.run(
        [sys.executable, "-c", _QUIETLY, str(model_folder())], capture_output=True, text=True, timeout=120, check=False
    )

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "(100, 384)\n", "")
