"""EdaCs: the whole network, for teacher forcing and for decoding step by step.

Shapes: B targets, G distinct sources (G <= B), S source positions, T target positions, H hidden,
E embedding, A attention size, V alphabet, X extra characters, L layers.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event

import torch
from torch import Tensor, nn

from core import cancellation
from core.alphabet import PAD, SOS, UNKNOWN, Alphabet
from core.batching import Batch, Sources
from core.config import ModelConfig
from core.network import copy_switch
from core.network.attention import LOG_ZERO, Attention
from core.network.copy_switch import FIRST_P_GEN, CopySwitch
from core.network.loss import coverage_loss, negative_log_likelihood
from core.network.recurrence import Gru, watch_backward
from core.records import Phase


@dataclass(frozen=True)
class Memory:
    """What the encoder leaves to the decoder, one row a source."""

    sources: Sources
    annotations: Tensor
    """(G, S, 2H)"""
    keys: Tensor
    """(G, S, A) the attention's part of the annotations, computed once."""
    start: Tensor
    """(L, G, H)"""
    phase: Phase

    def for_rows(self, rows: Tensor) -> Memory:
        """The memory of these sources, one a row (B,)."""
        return Memory(
            self.sources.for_rows(rows),
            self.annotations[rows],
            self.keys[rows],
            self.start[:, rows],
            self.phase,
        )


@dataclass(frozen=True)
class DecoderState:
    """All that the next step depends on besides the memory: the prefix state."""

    hidden: Tensor
    """(L, B, H)"""
    p_gen: Tensor
    """(B,) the last one; FIRST_P_GEN at the start and without a copy switch."""
    character: Tensor
    """(B,) extended id of the last character; SOS at the start."""
    covered: Tensor | None
    """(B, S) sum of the alignments so far; None without coverage."""

    def rows(self, rows: Tensor) -> DecoderState:
        """The states of these rows only."""
        covered = None if self.covered is None else self.covered[rows]
        return DecoderState(self.hidden[:, rows], self.p_gen[rows], self.character[rows], covered)


@dataclass(frozen=True)
class Outputs:
    """What the network says at T steps of B rows."""

    alignments: Tensor
    """(B, T, S)"""
    log_alphabet: Tensor
    """(B, T, V) log P_alph"""
    log_copy: Tensor | None
    """(B, T, S) logarithm of the copy alignment; None without copying."""
    gate: Tensor | None
    """(B, T) logits of p_gen; None without copying."""
    covered: Tensor | None
    """(B, T, S) what each step found covered; None without coverage."""
    sources: Sources
    """One a row."""

    def log_probability_of(self, targets: Tensor) -> Tensor:
        """Equation 7 at the targets (B, T) alone: (B, T)."""
        return copy_switch.log_probability_of(
            targets, self.log_alphabet, self.log_copy, self.gate, self.sources.ids
        )

    def shares(self) -> tuple[Tensor, Tensor]:
        """Generated and copied share of P over the extended alphabet: (B, T, V+X) each."""
        return copy_switch.shares(
            self.log_alphabet, self.log_copy, self.gate, self.sources.ids, self.sources.width
        )

    @torch.no_grad()
    def likeliest(self) -> Tensor:
        """The most probable extended id at each step: (B, T)."""
        generated, copied = self.shares()
        return (generated + copied).argmax(-1)

    def loss(self, batch: Batch) -> Tensor:
        """Mean negative log-likelihood of the batch's targets per real character."""
        return negative_log_likelihood(self.log_probability_of(batch.targets), batch.mask)

    def coverage_loss(self, batch: Batch) -> Tensor:
        """See's coverage loss; 0 without coverage."""
        if self.covered is None:
            return self.alignments.new_zeros(())
        return coverage_loss(self.alignments, self.covered, batch.mask)


class Dropout(nn.Module):
    """Dropout that draws from its model's own generator.

    A training run is repeatable then, whatever else in the process draws random numbers.
    """

    def __init__(self, rate: float, generator: torch.Generator) -> None:
        super().__init__()
        self.rate = rate
        self.generator = generator

    def forward(self, values: Tensor) -> Tensor:
        """Drop while training, pass through otherwise."""
        if not self.training or self.rate == 0:
            return values
        kept = torch.rand(values.shape, generator=self.generator, device=self.generator.device)
        return values * (kept >= self.rate).to(values) / (1 - self.rate)


class EdaCs(nn.Module):
    """Encoder-decoder with attention, copy switch and exchangeable GRUs.

    Every variant has the same parameters but for the switch's and the attention's options, so
    that weights can be carried from one variant to another.
    """

    def __init__(self, config: ModelConfig, alphabet: Alphabet, name: str = "untitled") -> None:
        super().__init__()
        self.config = config
        self.alphabet = alphabet
        self.name = name
        h, e = config.hidden_size, config.embedding_size
        self.embedding = nn.Embedding(len(alphabet), e, padding_idx=PAD)
        self.table_gru = Gru(e, h, config.layers)
        self.text_gru = Gru(e, h, config.layers)
        self.attention = Attention(
            h,
            e,
            config.attention_size,
            attend_last_character=config.attend_last_character,
            coverage=config.coverage,
        )
        self.switch = CopySwitch(h, e) if config.copy else None
        self.output = nn.Linear(3 * h, len(alphabet))
        self.dropout = Dropout(config.dropout, torch.Generator())

    @classmethod
    def seeded(cls, config: ModelConfig, alphabet: Alphabet, seed: int) -> EdaCs:
        """A fresh network whose weights and dropout depend on the seed alone."""
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)
            model = cls(config, alphabet)
        model.dropout.generator.manual_seed(seed)
        return model

    def placed(self, device: str) -> EdaCs:
        """Move weights and dropout to a device; returns the model itself."""
        if torch.device(device).type != self.dropout.generator.device.type:
            seed = self.dropout.generator.initial_seed()
            self.dropout.generator = torch.Generator(device)
            self.dropout.generator.manual_seed(seed)
        return self.to(device)

    @property
    def device(self) -> torch.device:
        """Where the weights are."""
        return self.output.weight.device

    def _gru(self, phase: Phase, *, encoder: bool) -> Gru:
        reads_table = phase is Phase.TABLE_TO_TEXT
        return self.table_gru if reads_table is encoder else self.text_gru

    def _embed(self, ids: Tensor) -> Tensor:
        """Extended ids (…) to embeddings (…, E); the extra characters are read as UNKNOWN."""
        known = torch.where(ids < len(self.alphabet), ids, UNKNOWN)
        embedded: Tensor = self.dropout(self.embedding(known))
        return embedded

    def encode(self, sources: Sources, phase: Phase, cancel: Event | None = None) -> Memory:
        """Read the sources.

        Raises:
            Cancelled: the event was set.
        """
        gru = self._gru(phase, encoder=True)
        annotations, start = gru.encode(
            self._embed(sources.ids), sources.lengths, self.dropout, cancel
        )
        return Memory(sources, annotations, self.attention.keys(annotations), start, phase)

    def start(self, memory: Memory) -> DecoderState:
        """The state before the first character; one row a row of the memory."""
        rows, positions = memory.sources.ids.shape
        device = memory.annotations.device
        return DecoderState(
            memory.start,
            torch.full((rows,), FIRST_P_GEN, device=device, dtype=memory.start.dtype),
            torch.full((rows,), SOS, device=device),
            memory.start.new_zeros(rows, positions) if self.config.coverage else None,
        )

    def teacher_forced(self, batch: Batch, phase: Phase, cancel: Event | None = None) -> Outputs:
        """What the network says at every position of the targets, each read from its prefix.

        Raises:
            Cancelled: the event was set, here or later in the backward pass.
        """
        memory = self.encode(batch.sources, phase, cancel).for_rows(batch.groups)
        outputs, _ = self._decode(memory, self.start(memory), batch.inputs, cancel)
        return outputs

    def decode_step(
        self,
        memory: Memory,
        state: DecoderState,
        *,
        p_gen_pin: float | None = None,
        attention_pin: int | None = None,
    ) -> tuple[Outputs, DecoderState]:
        """One step of every row: what may come next (T = 1), and the state but for the choice.

        The caller writes the character it chose with `chosen`. A pin sets p_gen, or moves all
        attention to one source position.
        """
        return self._decode(memory, state, state.character[:, None], None, p_gen_pin, attention_pin)

    def _decode(
        self,
        memory: Memory,
        state: DecoderState,
        inputs: Tensor,
        cancel: Event | None,
        p_gen_pin: float | None = None,
        attention_pin: int | None = None,
    ) -> tuple[Outputs, DecoderState]:
        """Inputs (B, T). Only what is sequential happens in the loop over T."""
        gru = self._gru(memory.phase, encoder=False)
        mask = memory.sources.mask
        attention = self.attention.over(memory.keys, memory.annotations, mask)
        embedded = self._embed(inputs)  # (B, T, E)
        projected = gru.project(embedded).unbind(1)
        characters = self.attention.character_part(embedded)
        parts = [None] * len(projected) if characters is None else characters.unbind(1)
        hidden, covered = state.hidden, state.covered
        energies, alignments, contexts, states, coverages = [], [], [], [], []
        for step, part in zip(projected, parts, strict=True):
            cancellation.check(cancel)
            energy, alignment, context = attention.step(hidden[-1], part, covered, attention_pin)
            hidden = gru.step(step, context, hidden, self.dropout)
            watch_backward(hidden, cancel)
            if covered is not None:
                coverages.append(covered)
                covered = covered + alignment
            energies.append(energy)
            alignments.append(alignment)
            contexts.append(context)
            states.append(hidden[-1])
        spoken, contexts_read = torch.stack(states, 1), torch.stack(contexts, 1)
        log_alphabet = self._log_alphabet(spoken, contexts_read)
        log_copy = gate = None
        p_gen = state.p_gen
        if self.switch is not None:
            gate, p_gen = self.switch(embedded, spoken, contexts_read, p_gen)
            if p_gen_pin is not None:
                p_gen = torch.full_like(p_gen, p_gen_pin)
                gate = torch.logit(torch.full_like(gate, p_gen_pin))
            log_copy = copy_switch.log_copy_alignment(
                torch.stack(energies, 1), mask, shift=self.config.shift
            )
        outputs = Outputs(
            torch.stack(alignments, 1),
            log_alphabet,
            log_copy,
            gate,
            torch.stack(coverages, 1) if coverages else None,
            memory.sources,
        )
        return outputs, DecoderState(hidden, p_gen, state.character, covered)

    def _log_alphabet(self, states: Tensor, contexts: Tensor) -> Tensor:
        """Equation 5 for all steps at once: (B, T, H) and (B, T, 2H) to log P_alph (B, T, V)."""
        logits = self.output(self.dropout(torch.cat([states, contexts], -1)))
        never = torch.tensor([PAD, SOS, UNKNOWN], device=logits.device)
        log_alphabet: Tensor = logits.index_fill(-1, never, LOG_ZERO).log_softmax(-1)
        return log_alphabet


def chosen(state: DecoderState, characters: Tensor) -> DecoderState:
    """The state after these characters (B,) were written."""
    return DecoderState(state.hidden, state.p_gen, characters, state.covered)
