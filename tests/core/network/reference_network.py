"""The equations of the paper, naively: one example, one position, one character at a time.

Nothing here is shared with core but the names of the weights. No batch, no padding, no ids, no
logarithms where the paper has none: symbols are characters, distributions are dictionaries.
"""

import torch

SOS, EOS, UNKNOWN = "<sos>", "<eos>", "<unknown>"
SPECIAL_ROWS = {"<pad>": 0, SOS: 1, EOS: 2, UNKNOWN: 3}


class Step:
    """What the reference says at one step."""

    def __init__(self, alignment, copy_alignment, p_gen, probability, overlap):
        self.alignment = alignment
        self.copy_alignment = copy_alignment
        self.p_gen = p_gen
        self.probability = probability  # symbol -> P (equation 7)
        self.overlap = overlap  # sum over j of min(alignment, covered)


class ReferenceNetwork:
    def __init__(self, weights, config, characters):
        """Weights by their name in EdaCs's state_dict; characters in the alphabet's order."""
        self.w = weights
        self.config = config
        self.row = dict(SPECIAL_ROWS)
        for character in characters:
            self.row[character] = len(self.row)

    def embed(self, symbol):
        return self.w["embedding.weight"][self.row.get(symbol, self.row[UNKNOWN])]

    def cell(self, name, products, hidden):
        """torch.nn.GRU's documentation, gate by gate; products are the input's (3H)."""
        size = len(hidden)
        inputs = products + self.w[f"{name}.input_bias"]
        recurrent = self.w[f"{name}.hidden"] @ hidden + self.w[f"{name}.hidden_bias"]
        r = torch.sigmoid(inputs[:size] + recurrent[:size])
        z = torch.sigmoid(inputs[size : 2 * size] + recurrent[size : 2 * size])
        n = torch.tanh(inputs[2 * size :] + r * recurrent[2 * size :])
        return (1 - z) * n + z * hidden

    def run(self, name, below, layer):
        """One direction of one layer over the inputs in the order they come in."""
        hidden = torch.zeros(self.config.hidden_size, dtype=torch.float64)
        states = []
        for item in below:
            if layer == 0:
                products = self.w[f"{name}.input"] @ item
            else:
                ahead, astern = item
                products = self.w[f"{name}.input"] @ ahead
                products = products + self.w[f"{name}.backward_input"] @ astern
            hidden = self.cell(name, products, hidden)
            states.append(hidden)
        return states

    def encode(self, gru, symbols):
        """Annotations by position, start state by layer."""
        below = [self.embed(symbol) for symbol in symbols]
        starts = []
        for layer in range(self.config.layers):
            ahead = self.run(f"{gru}.forwards.{layer}", below, layer)
            astern = self.run(f"{gru}.backwards.{layer}", below[::-1], layer)[::-1]
            starts.append((ahead[-1] + astern[0]) / 2)
            below = list(zip(ahead, astern, strict=True))
        return [torch.cat(pair) for pair in below], starts

    def decode_step(self, gru, states, last, context):
        new = []
        for layer, state in enumerate(states):
            name = f"{gru}.forwards.{layer}"
            if layer == 0:
                # The first layer reads [C_i; y]: one matrix, here in its two blocks of columns.
                matrix = torch.cat([self.w[f"{name}.context"], self.w[f"{name}.input"]], 1)
                products = matrix @ torch.cat([context, last])
            else:
                products = self.w[f"{name}.input"] @ new[-1]
            new.append(self.cell(name, products, state))
        return new

    def energies(self, state, annotations, last, covered):
        w = self.w
        energies = []
        for j, annotation in enumerate(annotations):
            inner = w["attention.state.weight"] @ state
            inner = inner + w["attention.annotation.weight"] @ annotation
            inner = inner + w["attention.annotation.bias"]
            if self.config.attend_last_character:
                inner = inner + w["attention.character.weight"] @ last
            if self.config.coverage:
                inner = inner + w["attention.coverage"] * covered[j]
            energies.append(torch.dot(w["attention.energy"], torch.tanh(inner)))  # (1)
        return energies

    def steps(self, source, target, table_to_text):
        """Teacher forcing: a Step for every character of the target and for EOS."""
        w = self.w
        reader, writer = ("table_gru", "text_gru") if table_to_text else ("text_gru", "table_gru")
        symbols = [SOS, *source, EOS]
        annotations, states = self.encode(reader, symbols)
        covered = [torch.zeros((), dtype=torch.float64) for _ in symbols]
        p_gen = torch.tensor(0.5, dtype=torch.float64)
        for symbol in [SOS, *target]:
            last = self.embed(symbol)
            energies = self.energies(states[-1], annotations, last, covered)
            alignment = softmax(energies)  # (2)
            context = sum(a * h for a, h in zip(alignment, annotations, strict=True))  # (3)
            states = self.decode_step(writer, states, last, context)
            state = states[-1]
            overlap = sum(torch.minimum(a, c) for a, c in zip(alignment, covered, strict=True))
            if self.config.coverage:
                covered = [c + a for c, a in zip(covered, alignment, strict=True)]
            written = [s for s in self.row if s not in ("<pad>", SOS, UNKNOWN)]
            logits = w["output.weight"] @ torch.cat([state, context]) + w["output.bias"]
            chosen = softmax([logits[self.row[s]] for s in written])  # (5)
            probability = dict(zip(written, chosen, strict=True))
            copy_alignment = None
            if self.config.copy:
                p_gen = torch.sigmoid(
                    w["switch.character.weight"][0] @ last
                    + w["switch.state.weight"][0] @ state
                    + w["switch.context.weight"][0] @ context
                    + w["switch.previous"] * p_gen
                    + w["switch.character.bias"][0]
                )  # (8)
                nothing = torch.zeros((), dtype=torch.float64)
                if self.config.shift:
                    copy_alignment = [nothing, *softmax(energies[:-1])]  # (9)
                else:
                    copy_alignment = [nothing, *softmax(energies[1:])]
                probability = {s: p_gen * p for s, p in probability.items()}
                for s, a in zip(symbols, copy_alignment, strict=True):
                    probability[s] = probability.get(s, nothing) + (1 - p_gen) * a  # (7)
            shown = p_gen if self.config.copy else None
            yield Step(alignment, copy_alignment, shown, probability, overlap)

    def losses(self, pairs, table_to_text):
        """Mean NLL and mean coverage loss per character that can be written."""
        nll, overlap, count = 0, 0, 0
        for source, target in pairs:
            steps = self.steps(source, target, table_to_text)
            for symbol, step in zip([*target, EOS], steps, strict=True):
                if symbol in self.row or (self.config.copy and symbol in source):
                    nll = nll - torch.log(step.probability[symbol])
                    overlap = overlap + step.overlap
                    count += 1
        return nll / count, overlap / count

    def likeliest(self, source, target, table_to_text):
        """The text of the most probable symbols, cut before EOS."""
        text = ""
        for step in self.steps(source, target, table_to_text):
            symbol = max(step.probability, key=lambda s: step.probability[s].item())
            if symbol == EOS:
                break
            text += symbol
        return text


def softmax(values):
    exponentials = [torch.exp(v) for v in values]
    total = sum(exponentials)
    return [e / total for e in exponentials]


def of_model(model):
    """The reference with a model's weights in float64, and these as its leaves by name."""
    leaves = {
        name: value.detach().double().clone().requires_grad_()
        for name, value in model.named_parameters()
    }
    return ReferenceNetwork(leaves, model.config, model.alphabet.characters), leaves
