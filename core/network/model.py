"""EdaCs: the whole network, for teacher forcing and for decoding step by step.

Shapes: B targets, G distinct sources (G <= B), S source positions, T target positions, H hidden,
E embedding, A attention size, V alphabet, X extra characters, L layers.
"""

from __future__ import annotations

from dataclasses import replace
from threading import Event

import torch
from torch import Tensor, nn

from core import kernels
from core.alphabet import PAD, SOS, UNKNOWN, Alphabet
from core.batching import Batch, Sources
from core.config import ModelConfig
from core.kernels.reference import LOG_ZERO
from core.network import copy_switch
from core.network.attention import Attention
from core.network.copy_switch import FIRST_P_GEN, CopySwitch
from core.network.decoder import unroll
from core.network.memory import DecoderState, Memory
from core.network.outputs import Outputs
from core.network.recurrence import Dropout, Gru
from core.network.single_step import SingleStep
from core.records import Phase


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
        # It has values also while a checkpoint's weights are still to come.
        never = torch.tensor([PAD, SOS, UNKNOWN], device="cpu")
        self._never: Tensor
        self.register_buffer("_never", never, persistent=False)

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
        annotations = annotations.contiguous()
        keys = self.attention.keys(annotations)
        rows = torch.arange(len(sources.texts), device=self.device)
        return Memory(sources, annotations, keys, start, phase, rows)

    @torch.no_grad()
    def quickened(self, memory: Memory) -> Memory:
        """The memory of one source, with faster steps where compiled kernels can make them."""
        kernel = kernels.for_one_text(memory.keys.device, memory.keys.dtype)
        if kernel is None or self.training:
            return memory
        gru = self._gru(memory.phase, encoder=False)
        parts = self.embedding.weight, self.attention, gru, self.switch, self.output
        return replace(memory, step=SingleStep(kernel, memory, *parts, shift=self.config.shift))

    def start(self, memory: Memory) -> DecoderState:
        """The state before the first character; one row a row of the memory."""
        hidden = memory.start[:, memory.groups]
        rows = hidden.shape[1]
        return DecoderState(
            hidden,
            hidden.new_full((rows,), FIRST_P_GEN),
            torch.full((rows,), SOS, device=self.device),
            hidden.new_zeros(rows, memory.keys.shape[1]) if self.config.coverage else None,
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

        The caller tells the state `after` the characters it chose. A pin sets p_gen, or moves all
        attention to one source position.
        """
        if memory.step is not None:
            return memory.step(state, p_gen_pin, attention_pin)
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
        """The loop over inputs (B, T), then all that needs no loop; time comes first meanwhile."""
        gru = self._gru(memory.phase, encoder=False)
        embedded = self._embed(inputs.T)  # (T, B, E)
        unrolled = unroll(
            gru, self.attention, memory, state, embedded, self.dropout, cancel, attention_pin
        )
        log_copy = gate = None
        p_gen = state.p_gen
        if self.switch is not None:
            gate, p_gen = self.switch(embedded, unrolled.states, unrolled.contexts, p_gen)
            if p_gen_pin is not None:
                p_gen = torch.full_like(p_gen, p_gen_pin)
                gate = torch.logit(torch.full_like(gate, p_gen_pin))
            log_copy = copy_switch.log_copy_alignment(
                unrolled.energies, memory.mask, shift=self.config.shift
            )
        outputs = Outputs(
            unrolled.alignments.transpose(0, 1),
            self._log_alphabet(unrolled.states, unrolled.contexts).transpose(0, 1),
            None if log_copy is None else log_copy.transpose(0, 1),
            None if gate is None else gate.T,
            None if unrolled.covered is None else unrolled.covered.transpose(0, 1),
            memory.ids,
            memory.sources.width,
        )
        return outputs, DecoderState(unrolled.hidden, p_gen, state.character, unrolled.covered_last)

    def _log_alphabet(self, states: Tensor, contexts: Tensor) -> Tensor:
        """Equation 5 for all steps at once: (T, B, H) and (T, B, 2H) to log P_alph (T, B, V)."""
        of_state, of_context = self.output.weight.split([states.shape[-1], contexts.shape[-1]], 1)
        logits = nn.functional.linear(self.dropout(states), of_state, self.output.bias)
        logits = logits + self.dropout(contexts) @ of_context.T
        log_alphabet: Tensor = logits.index_fill(-1, self._never, LOG_ZERO).log_softmax(-1)
        return log_alphabet
