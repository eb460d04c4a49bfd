"""A small network that writes more than one letter, and trees of what it wrote."""

import dataclasses

import torch

from core.alphabet import Alphabet
from core.config import DecodingConfig, ModelConfig, Strategy
from core.decoding import branching, texts
from core.decoding.branching import PrefixStates
from core.generation_tree import GenerationTree
from core.network.model import EdaCs
from core.records import (
    CharacterStep,
    GenerationFinished,
    GenerationStarted,
    HypothesesFound,
    Phase,
    WhatIf,
)

ALPHABET = Alphabet(tuple("abcdefnm[], é"))
SOURCE = "name[Caf 東京], near[bed]"
FORWARD = Phase.TABLE_TO_TEXT
PLAIN = DecodingConfig(max_length=12)
SAMPLED = dataclasses.replace(PLAIN, strategy=Strategy.SAMPLED)
BEAM = dataclasses.replace(PLAIN, strategy=Strategy.BEAM, beam_width=3)


def network(variant="EDA_CS", seed=2, **changes):
    """Large random weights, so that what it writes is not one letter."""
    sizes = {"hidden_size": 8, "attention_size": 6, "embedding_size": 5, "dropout": 0.3}
    config = ModelConfig(**(sizes | changes)).with_variant(variant)
    model = EdaCs.seeded(config, ALPHABET, seed)
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
    model.name = "tiny"
    return model.eval()


def take(tree, records):
    """Put records into a tree, as a page does."""
    for record in records:
        if isinstance(record, HypothesesFound):
            tree.hypotheses = record.hypotheses
        elif isinstance(record, GenerationStarted):
            tree.begin(record)
        elif isinstance(record, CharacterStep):
            tree.append([record])
        elif isinstance(record, GenerationFinished):
            tree.finish(record)


def written(model=None, config=PLAIN, what_ifs=(), source=SOURCE, phase=FORWARD):
    """A tree of a text and of what-ifs made one after another."""
    model = model or network()
    states = PrefixStates()
    records = list(texts.write(model, source, phase, config, run=1, prefixes=states))
    view = next(r.source for r in records if isinstance(r, GenerationStarted))
    tree = GenerationTree(1, view, phase, config, model.name)
    take(tree, records)
    for what_if in what_ifs:
        request = tree.plan(what_if)
        take(tree, branching.branch(model, source, phase, config, request, states))
    return tree


WHAT_IFS = (
    WhatIf(0, 3, character="東"),
    WhatIf(1, 5, p_gen=0.0),
    WhatIf(2, 7, position=4),
    WhatIf(0, 0, character="b"),
)
