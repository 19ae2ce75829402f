# SPDX-License-Identifier: GPL-3.0-or-later
"""How many positions a second PyTorch learns from on one thread: the yardstick
beside `training_speed`.

    python crates/train/benches/pytorch_speed.py train.xts 256 plain 10

The network 768 -> hidden x 2 -> 1 with squared clipped ReLU, an EmbeddingBag for
the sparse inputs, AdamW, batches of 16,384. Turning samples into lists of inputs
is not counted here, though it is in `training_speed`. `buckets` gives the inputs
four times the rows and the output eight neurons, as the engine's net has.
"""

import sys
import time

import numpy as np
import torch

BATCH = 16_384
HEADER, SAMPLE = 32, 32
WIDTH, SCALE = 183.0, 400.0


def inputs(sample):
    """Inputs of both views, without king buckets or mirroring."""
    occupied = int.from_bytes(sample[:8], "little")
    own, other = [], []
    for i, square in enumerate(s for s in range(64) if occupied >> s & 1):
        nibble = sample[8 + i // 2] >> (4 * (i % 2)) & 15
        role, theirs = nibble & 7, nibble >> 3
        own.append(theirs * 384 + role * 64 + square)
        other.append((1 - theirs) * 384 + role * 64 + (square ^ 56))
    return own, other


def batch(data):
    views, starts, targets, outputs = ([], []), [], [], []
    for at in range(0, len(data), SAMPLE):
        sample = data[at : at + SAMPLE]
        own, other = inputs(sample)
        starts.append(len(views[0]))
        views[0].extend(own)
        views[1].extend(other)
        outputs.append(min((len(own) - 2) // 4, 7))
        score = int.from_bytes(sample[24:26], "little", signed=True)
        targets.append(1 / (1 + np.exp(-score / WIDTH)))
    lists = [torch.tensor(view) for view in views]
    return lists, torch.tensor(starts), torch.tensor(outputs), torch.tensor(targets).float()


class Net(torch.nn.Module):
    def __init__(self, hidden, buckets):
        super().__init__()
        self.bag = torch.nn.EmbeddingBag(768 * (4 if buckets else 1), hidden, mode="sum")
        self.bias = torch.nn.Parameter(torch.full((hidden,), 0.2))
        self.out = torch.nn.Linear(2 * hidden, 8 if buckets else 1)
        torch.nn.init.uniform_(self.bag.weight, -0.05, 0.05)

    def forward(self, views, starts, outputs):
        hidden = [self.bag(view, starts) + self.bias for view in views]
        hidden = torch.cat(hidden, 1).clamp(0, 1).square()
        said = self.out(hidden)
        return said.squeeze(1) if said.shape[1] == 1 else said.gather(1, outputs[:, None]).squeeze(1)


def main():
    path, hidden, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    rounds = int(sys.argv[4]) if len(sys.argv) > 4 else 10
    torch.set_num_threads(1)
    with open(path, "rb") as file:
        file.seek(HEADER)
        batches = [batch(file.read(BATCH * SAMPLE)) for _ in range(4)]
    net = Net(hidden, kind == "buckets")
    adam = torch.optim.AdamW(net.parameters(), lr=0.001)

    def learn(number):
        views, starts, outputs, targets = batches[number % len(batches)]
        adam.zero_grad()
        expected = torch.sigmoid(net(views, starts, outputs) * (SCALE / WIDTH))
        loss = (expected - targets).square().mean()
        loss.backward()
        adam.step()
        return loss.item()

    learn(0)
    wall, cpu = time.perf_counter(), time.process_time()
    for number in range(rounds):
        loss = learn(number)
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    seen = rounds * BATCH
    print(
        f"PyTorch {torch.__version__}, 768 -> {hidden} x 2, {kind}: {seen / cpu:.0f} positions a "
        f"second of CPU time, {seen / wall:.0f} of the clock; loss {loss:.5f}"
    )


if __name__ == "__main__":
    main()
