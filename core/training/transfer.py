"""Fine-tuning: a checkpoint's weights as the start of a run on another corpus."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from core.alphabet import Alphabet
from core.checkpoint import Checkpoint
from core.config import ConfigError, ModelConfig
from core.corpus.example import Corpus
from core.model_card import ModelCard
from core.network.model import EdaCs
from core.records import Transfer

_SIZES = ("layers", "hidden_size", "attention_size", "embedding_size", "attend_last_character")
"""Settings that decide the weights' shapes, so that they have to be the checkpoint's."""


def transferred(
    start: Checkpoint, config: ModelConfig, seed: int, texts: Iterable[str]
) -> tuple[EdaCs, Transfer]:
    """A model of this configuration with the checkpoint's weights and alphabet, and a report.

    Switches may differ: weights that the checkpoint lacks (the copy switch of a model that had
    none) start afresh. `texts` are the new corpus, whose characters are looked up.

    Raises:
        CheckpointError: the checkpoint's weights do not fit its own configuration.
        ConfigError: the sizes differ; every difference is named.
    """
    check_sizes(start, config)
    card, theirs = start.card, start.model().state_dict()
    model = EdaCs.seeded(config, card.alphabet, seed)
    own = model.state_dict()
    model.load_state_dict({n: w for n, w in theirs.items() if n in own}, strict=False)
    taken = [name for name in own if name in theirs and not _untrained(name, card.config)]
    left = [name for name in own if name not in taken]
    report = Transfer(
        checkpoint=card.name,
        transferred=_parts(taken),
        fresh=_but_for(left, taken),
        dropped=_but_for((name for name in theirs if name not in own), taken),
        only_copied=outside(texts, card.alphabet),
    )
    return model, report


def _untrained(name: str, config: ModelConfig) -> bool:
    """Whether a weight played no part in training: without exchange no GRU changed its role."""
    if config.exchange:
        return False
    if name.startswith("text_gru."):
        return ".backwards." in name or name.endswith(".backward_input")
    return name == "table_gru.forwards.0.context"


def joined(corpus: Corpus, card: ModelCard) -> Corpus:
    """The corpus with the licence and attribution that the checkpoint brings along."""
    theirs = card.provenance
    return dataclasses.replace(
        corpus,
        licence=_both(theirs.licence, corpus.licence),
        attribution=_both(theirs.attribution, corpus.attribution),
    )


def _both(first: str, second: str) -> str:
    return "; ".join(dict.fromkeys(text for text in (first, second) if text))


def check_sizes(start: Checkpoint, config: ModelConfig) -> None:
    """See whether a checkpoint's weights fit.

    Raises:
        ConfigError: they do not; every difference is named.
    """
    theirs = start.card.config
    misfits = [name for name in _SIZES if getattr(config, name) != getattr(theirs, name)]
    if misfits:
        listed = "; ".join(
            f"{name} is {getattr(theirs, name)} there and {getattr(config, name)} here"
            for name in misfits
        )
        msg = f"{start.card.name} cannot be fine-tuned with these sizes: {listed}."
        raise ConfigError(msg)


def outside(texts: Iterable[str], alphabet: Alphabet) -> tuple[str, ...]:
    """Characters of the texts that the alphabet lacks, in code-point order."""
    found: set[str] = set()
    for text in texts:
        found.update(text)
    return tuple(sorted(c for c in found if c not in alphabet))


def _parts(names: Iterable[str]) -> tuple[str, ...]:
    """The network's parts that weights of these names belong to, each once."""
    return tuple(dict.fromkeys(name.partition(".")[0] for name in names))


def _but_for(names: Iterable[str], others: Iterable[str]) -> tuple[str, ...]:
    """The largest parts that hold these names and none of the others."""
    prefixes = {tuple(o.split(".")[:depth]) for o in others for depth in range(1, o.count(".") + 2)}
    found: dict[str, None] = {}
    for name in names:
        path = name.split(".")
        depth = next(d for d in range(1, len(path) + 1) if tuple(path[:d]) not in prefixes)
        found[".".join(path[:depth])] = None
    return tuple(found)
