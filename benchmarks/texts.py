"""Realistic text in any amount: sentences of the sample conversations, shuffled."""

import json
import random
from importlib.resources import files
from itertools import islice

SAMPLES = files("lembranca.adapters.inbound.cli") / "samples"


def sentences() -> list[str]:
    """All sentences of both sample conversations."""
    lines = [line for name in ("pt", "en") for line in (SAMPLES / f"{name}.jsonl").read_text("utf-8").splitlines()]
    contents = [json.loads(line)["content"] for line in lines if line.strip()]
    return [sentence for content in contents for sentence in content.split(". ") if sentence]


def messages(count: int, seed: int) -> list[dict[str, str]]:
    """Give *count* chat messages of one to three sentences, the same for the same *seed*."""
    rng = random.Random(seed)
    known = sentences()
    roles = ("user", "assistant")
    return [
        {"role": roles[i % 2], "content": f"{'. '.join(rng.choices(known, k=rng.randint(1, 3)))} ({seed}-{i})"}
        for i in range(count)
    ]


def batches(items: list[dict[str, str]], size: int) -> list[list[dict[str, str]]]:
    """Cut *items* into lists of *size*."""
    rest = iter(items)
    return list(iter(lambda: list(islice(rest, size)), []))
