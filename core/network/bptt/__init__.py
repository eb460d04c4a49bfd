"""Back-propagation through time written out, on the kernels: one autograd function a loop.

Everything is kept time-major, so that a step is one contiguous block. Only what is sequential
happens in the loops: each weight's gradient is one product over all steps, made after the loop.
"""

from core.network.bptt.decoder import Decoder, Setting
from core.network.bptt.encoder import EncoderLayer

__all__ = ["Decoder", "EncoderLayer", "Setting"]
