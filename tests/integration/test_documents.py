"""What README and docs show runs, and what they list is what there is."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from lembranca.bootstrap.settings import Settings
from lembranca.domain.choice import Blended, Layered, Weighed
from lembranca.domain.paragraph import Paragraph
from lembranca.domain.preset import PRESETS
from lembranca.domain.rolling import Rolling
from lembranca.domain.tiers import Tiers

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "README.pt.md", *sorted((ROOT / "docs").glob("*.md"))]


def blocks(page: Path, language: str) -> str:
    return "\n".join(re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL))


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("LEMBRANCA_", "PYTEST_"))}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, encoding="utf-8", check=False, timeout=120
    )


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_the_python_examples_of_a_page_run_from_top_to_bottom(page, tmp_path):
    program = tmp_path / "example.py"
    program.write_text(blocks(page, "python"), encoding="utf-8")

    done = run([sys.executable, "-W", "error", str(program)], tmp_path)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_example_adapter_passes_its_contract(tmp_path):
    examples = re.findall(r"```python\n(.*?)```", (ROOT / "docs/adapters.md").read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "test_example.py").write_text("\n".join(examples[:2]), encoding="utf-8")

    done = run([sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_example.py"], tmp_path)

    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_links_of_a_page_lead_somewhere(page):
    links = re.findall(r"\]\((?!https?://)([^)#]+)", page.read_text(encoding="utf-8"))

    assert [link for link in links if not (page.parent / link).exists()] == []


def test_the_suites_that_are_listed_exist():
    listed = re.findall(r"\| `(testing\.\w+)\.(\w+)`", (ROOT / "docs/adapters.md").read_text(encoding="utf-8"))

    assert len(listed) == 19
    assert [name for module, name in listed if not hasattr(import_module(f"lembranca.{module}"), name)] == []


def test_the_reference_lists_every_setting():
    rows = [
        f"| `{name}` | `{'' if field.default is None else field.default}` | {field.description} |".replace(
            "| `` |", "| |"
        )
        for name, field in Settings.model_fields.items()
    ]

    assert "\n".join(rows) in (ROOT / "docs/reference.md").read_text(encoding="utf-8")


def condenses(manner) -> str:
    match manner:
        case Rolling():
            pressed = f"above {manner.threshold} tokens all but {manner.keep} messages"
            return f"rolling: {pressed}, into at most {manner.share:.0%}"
        case Tiers():
            ratios = ", ".join(f"{100 * manner.ratio**tier:.4g}" for tier in range(1, manner.depth + 1))
            blocks = f"{manner.whole} cycles whole, then {manner.block} each at {ratios} %"
            return f"tiers: {blocks}, at most {manner.total} tokens"
        case Paragraph():
            return f"paragraph: every {manner.exchanges} exchanges, at most {manner.tokens} tokens"


def chooses(choice):
    match choice:
        case Blended():
            return f"the best by the search's score x weight, at most {choice.most}"
        case Weighed():
            return f"{choice.candidates} nearest, of which {choice.least}-{choice.most} by vector x weight x recency"
        case Layered():
            return f"by layer: {', '.join(f'{layer} {most}' for layer, most in choice.quota.items())}"


def test_the_reference_lists_every_preset():
    rows = [
        f"| `{p.name}` | {p.max_context_tokens} | {p.recent_messages} | {p.recalled_entries} | {p.recalled_share:.0%} "
        f"| {p.summary_share:.0%} | {p.fact_share:.0%} | {chooses(p.choice)} | {condenses(p.manner)} |"
        for p in PRESETS.values()
    ]

    assert "\n".join(rows) in (ROOT / "docs/reference.md").read_text(encoding="utf-8")
