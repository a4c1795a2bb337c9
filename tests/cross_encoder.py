"""A real cross-encoder without a hub: tiny, its weights drawn with a fixed seed, read letter by letter."""

import string
from pathlib import Path

from minilm import need

_LETTERS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *string.ascii_lowercase, *string.digits]


def save_cross_encoder(folder: Path, *, labels: int = 1, head: bool = True, seed: int = 7) -> Path:
    """Save a model that gives *labels* numbers for a pair of texts, or none without a *head*; give its folder."""
    need("sentence_transformers")
    torch, transformers = need("torch"), need("transformers")
    words = [*_LETTERS, *(f"##{letter}" for letter in _LETTERS[5:])]
    torch.manual_seed(seed)
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
        max_position_embeddings=64,
        initializer_range=1.0,  # so that scores differ
        num_labels=labels,
    )
    model = transformers.BertForSequenceClassification(config) if head else transformers.BertModel(config)
    model.save_pretrained(folder)
    vocabulary = {word: number for number, word in enumerate(words)}
    transformers.BertTokenizerFast(vocab=vocabulary, model_max_length=64).save_pretrained(folder)
    return folder
