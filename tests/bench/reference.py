"""A frozen network to measure against: the same equations in everyday autograd.

It stays as it is, so that ratios measured at different times can be compared: `nn.GRU` on packed
sequences, one `nn.GRUCell` call and one attention a character, every source once for each of its
targets, and the whole mixture built to look one entry of it up.

Shapes: B targets, S source positions, T target positions, H hidden, V alphabet.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from core.batching import Batch
from core.config import ModelConfig
from core.records import Phase


class Side(nn.Module):
    """One of the two exchanged halves: an encoder, and a decoder's cell."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        inputs = 2 * config.hidden_size + config.embedding_size
        self.encoder = nn.GRU(inputs, config.hidden_size, bidirectional=True, batch_first=True)
        self.cell = nn.GRUCell(inputs, config.hidden_size)


class ReferenceNetwork(nn.Module):
    """EDA_CS with one layer."""

    def __init__(self, config: ModelConfig, alphabet_size: int) -> None:
        super().__init__()
        h, e, a = config.hidden_size, config.embedding_size, config.attention_size
        self.embedding = nn.Embedding(alphabet_size, e, padding_idx=0)
        self.table, self.text = Side(config), Side(config)
        self.state = nn.Linear(h, a, bias=False)
        self.annotation = nn.Linear(2 * h, a)
        self.character = nn.Linear(e, a, bias=False)
        self.energy = nn.Linear(a, 1, bias=False)
        self.output = nn.Linear(3 * h, alphabet_size)
        self.switch = nn.Linear(e + 3 * h + 1, 1)
        self.dropout = nn.Dropout(config.dropout)
        self.hidden_size = h

    def loss(self, batch: Batch, phase: Phase) -> tuple[Tensor, Tensor]:
        """Mean negative log-likelihood per real character, and the likeliest ids (B, T)."""
        reads, writes = self.table, self.text
        if phase is Phase.TEXT_TO_TABLE:
            reads, writes = writes, reads
        ids = batch.sources.ids[batch.groups]
        mask, lengths = batch.sources.mask[batch.groups], batch.sources.lengths[batch.groups]
        annotations, hidden = self._encode(reads, ids, lengths)
        keys = self.annotation(annotations)
        p_gen = annotations.new_full((len(ids), 1), 0.5)
        losses, likeliest = [], []
        for t in range(batch.inputs.shape[1]):
            last = self._embedded(batch.inputs[:, t])
            query = (self.state(hidden) + self.character(last))[:, None]
            energies = self.energy(torch.tanh(keys + query))[..., 0]
            alignment = energies.masked_fill(~mask, -1e30).softmax(-1)
            context = torch.bmm(alignment[:, None], annotations)[:, 0]
            hidden = writes.cell(torch.cat([context, last], -1), hidden)
            both = torch.cat([hidden, context], -1)
            p_gen = torch.sigmoid(self.switch(torch.cat([last, both, p_gen], -1)))
            p = self._mixture(both, p_gen, energies, mask, ids, batch.sources.width)
            picked = p.gather(1, batch.targets[:, t : t + 1])[:, 0]
            losses.append(-(picked + 1e-20).log())
            likeliest.append(p.argmax(-1))
        found = torch.stack(losses, 1)
        loss = found[batch.mask].sum() / batch.mask.sum()
        return loss, torch.stack(likeliest, 1)

    def _embedded(self, ids: Tensor) -> Tensor:
        return self.dropout(self.embedding(torch.where(ids < self.output.out_features, ids, 3)))

    def _encode(self, side: Side, ids: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor]:
        embedded = self._embedded(ids)
        padded = functional.pad(embedded, (2 * self.hidden_size, 0))
        packed = pack_padded_sequence(padded, lengths, batch_first=True, enforce_sorted=False)
        states, last = side.encoder(packed)
        return pad_packed_sequence(states, batch_first=True)[0], last.mean(0)

    def _mixture(
        self, both: Tensor, p_gen: Tensor, energies: Tensor, mask: Tensor, ids: Tensor, width: int
    ) -> Tensor:
        logits = self.output(self.dropout(both))
        never = torch.tensor([0, 1, 3])
        generated = logits.index_fill(1, never, -1e30).softmax(-1)
        before_last = functional.pad(mask[:, 1:], (0, 1))
        copied = energies.masked_fill(~before_last, -1e30).softmax(-1)
        copied = functional.pad(copied[:, :-1], (1, 0)) * (1 - p_gen)
        whole = functional.pad(generated * p_gen, (0, width - logits.shape[1]))
        return whole.scatter_add(1, ids, copied)
