"""A tiny network with large random weights, in float64, and tables for it."""

import dataclasses

import torch

from core.alphabet import EOS, Alphabet
from core.config import ModelConfig
from core.network.model import EdaCs

ALPHABET = Alphabet(tuple("abcdefnm[], é"))
SOURCES = ["name[Caf 東京]", "name[a], near[b]", "a", "near[bed], name[東]"]


def network(seed=4, end=1.5, **changes):
    config = ModelConfig(layers=2, hidden_size=8, attention_size=6, embedding_size=5, coverage=True)
    model = EdaCs.seeded(dataclasses.replace(config, **changes), ALPHABET, seed).double()
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.copy_(torch.randn(parameter.shape, generator=generator))
        model.output.bias[EOS] += end  # so that texts end, at different lengths
    model.name = "tiny"
    return model.eval()
