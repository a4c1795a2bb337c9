"""The command line inside the tests' process, on a real memory in a folder of its own."""

import json
from dataclasses import replace

import pytest
import structlog
from typer.testing import CliRunner

from lembranca import Memory
from lembranca.adapters.inbound.cli.app import build_app
from lembranca.bootstrap.main import services

TALK = [
    ("m1", "user", "Ana", "Oi! Sou vegetariana e odeio coentro.", "2026-03-02T10:00:00Z"),
    ("m2", "assistant", "Iara", "Anotado: nada de coentro.", "2026-03-02T10:00:05Z"),
    ("m3", "user", "Ana", "Meu aniversário é dia 12 de maio.", "2026-03-05T10:00:00Z"),
    ("m4", "assistant", "Iara", "Vou lembrar do aniversário.", "2026-03-05T10:00:05Z"),
]


@pytest.fixture
def surroundings(monkeypatch, tmp_path):
    """Nobody's settings, a folder of its own, and logging as it was before."""
    monkeypatch.chdir(tmp_path)
    for name in ("LANG", "LC_ALL", "NO_COLOR", "LEMBRANCA_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LEMBRANCA_VECTORS", "memory://")
    monkeypatch.setenv("LEMBRANCA_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("TZ", "UTC")
    yield
    structlog.reset_defaults()


@pytest.fixture
def run(surroundings):
    """Run a command as the program would, in surroundings of its own; *model* answers where one is given."""

    def invoke(*arguments, stdin=None, model=None):
        def open_memory(**settings):
            def put_in(container):
                if model is not None:
                    container.language_model.override(model)

            return Memory.open(customize=put_in, **settings)

        app = build_app(replace(services(), open_memory=open_memory))
        return CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, catch_exceptions=False)

    return invoke


@pytest.fixture
def talk(run):
    """One conversation, imported."""
    keys = ("id", "role", "author", "content", "timestamp")
    records = [{"conversation_id": "c1", **dict(zip(keys, row, strict=True))} for row in TALK]
    result = run("import", "-", stdin="\n".join(map(json.dumps, records)))
    assert result.exit_code == 0
    return "c1"


def documents(result):
    assert result.exit_code == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]
