# SPDX-License-Identifier: GPL-3.0-or-later
"""Elo, nElo, LOS and likelihood ratios against SciPy, over random and degenerate counts.

The oracle shares neither code nor method with the engine's: the normalised hypothesis is solved
by profiling the likelihood over the mean, with mean and second moment as linear constraints of a
convex problem that is solved in its dual; the binary looks for roots of a tangent condition.
"""

import json
import math
import os
import random
import subprocess
import unittest

import numpy as np
from scipy import optimize, stats

XANTHOS = os.environ["XANTHOS"]
NELO_PER_SIGMA = 800 / math.log(10)
EMPTY = 1e-3
SETS = 10_000
# The oracle of the normalised ratio needs a second for each set.
SLOW_SETS = 12


def count_sets(number, seed):
    """Counts of pairs and games: random, one-sided, nearly empty, huge."""
    rng = random.Random(seed)
    sets = []
    while len(sets) < number:
        size = rng.choice([3, 5, 5, 5])
        kind = rng.randrange(6)
        if kind == 0:
            counts = [rng.randrange(0, 200) for _ in range(size)]
        elif kind == 1:
            counts = [0] * size
            counts[rng.randrange(size)] = rng.choice([1, 2, 10, 50, 500, 20_000])
        elif kind == 2:
            counts = [0] * size
            for _ in range(2):
                counts[rng.randrange(size)] += rng.choice([1, 3, 10, 490, 7_000])
        elif kind == 3:
            weights = [rng.random() ** 4 for _ in range(size)]
            total = rng.choice([5, 30, 300, 10_000, 100_000])
            counts = [int(total * w / sum(weights)) for w in weights]
        elif kind == 4:
            counts = [rng.choice([0, 0, 1, 2]) for _ in range(size)]
        else:
            half = rng.randrange(0, 5_000)
            counts = [half + rng.randrange(0, 60) for _ in range(size)]
        if sum(counts) > 0:
            sets.append(counts)
    return sets


def ask(command, sets, *arguments):
    """One process for all sets; a JSON object for each."""
    # Three counts are won, drawn, lost on the command line, and lost, drawn, won here.
    lines = "".join(" ".join(map(str, reversed(c) if len(c) == 3 else c)) + "\n" for c in sets)
    done = subprocess.run(
        [XANTHOS, command, "-", "--json", *arguments],
        input=lines, capture_output=True, text=True, check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def value(number):
    return float(number)


def scores(size):
    return np.linspace(0.0, 1.0, size)


def close(found, expected):
    if math.isnan(expected):
        return 0.0 if math.isnan(found) else math.inf
    if math.isinf(expected):
        return 0.0 if found == expected else math.inf
    return abs(found - expected) / max(1.0, abs(expected))


def expected_estimate(counts):
    """Elo, its error, nElo and LOS from the moments."""
    a = scores(len(counts))
    p = np.array(counts, dtype=float)
    n = p.sum()
    p /= n
    mean = float(p @ a)
    variance = float(p @ (a - mean) ** 2)
    games = 2 if len(counts) == 5 else 1

    def elo(score):
        score = min(max(score, 0.0), 1.0)
        if score in (0.0, 1.0):
            return math.inf if score else -math.inf
        return 400 * math.log10(score / (1 - score))

    deviation = math.sqrt(variance / n)
    z = stats.norm.ppf(0.975)
    if variance > 0:
        los = float(stats.norm.cdf((mean - 0.5) / deviation))
        nelo = (mean - 0.5) / math.sqrt(games * variance) * NELO_PER_SIGMA
    else:
        los = 0.5 if mean == 0.5 else float(mean > 0.5)
        nelo = math.nan if mean == 0.5 else math.copysign(math.inf, mean - 0.5)
    low, high = elo(mean - z * deviation), elo(mean + z * deviation)
    error = math.nan if math.isinf(high) and high == low else 0.5 * (high - low)
    return elo(mean), error, nelo, z / math.sqrt(games * n) * NELO_PER_SIGMA, los


def dual(p, rows):
    """max Σ p̂ ln p with Σ p = 1 and every row of constraints 0: the convex dual, by Newton's
    method with backtracking. `rows` is constraints × outcomes; answers the log-likelihood, or
    −∞ if no distribution meets them."""
    theta = np.zeros(len(rows))
    base = float(p @ np.log(p))

    def objective(theta):
        inside = 1 + theta @ rows
        return math.inf if inside.min() <= 0 else -float(p @ np.log(inside))

    best = objective(theta)
    for _ in range(400):
        inside = 1 + theta @ rows
        scaled = rows / inside
        gradient = -(scaled @ p)
        hessian = (scaled * p) @ scaled.T
        try:
            step = np.linalg.solve(hessian, -gradient)
        except np.linalg.LinAlgError:
            return -math.inf
        decrement = -float(gradient @ step)
        if decrement < 1e-22:
            break
        size = 1.0
        while size > 1e-30 and objective(theta + size * step) > best - 0.25 * size * decrement:
            size *= 0.5
        if size <= 1e-30:
            break
        theta = theta + size * step
        best = objective(theta)
        if best < -60:
            return -math.inf  # unbounded: the constraints cannot be met
    return base + best


def likelihood_with_mean(p, a, mean):
    """One linear constraint: the multiplier is a root, found by SciPy."""
    phi = a - mean
    low, high = -1 / phi.max(), -1 / phi.min()
    slope = lambda theta: float((p * phi / (1 + theta * phi)).sum())
    width = high - low
    edge = 1e-15
    theta = optimize.brentq(slope, low + width * edge, high - width * edge, xtol=1e-300, rtol=1e-15, maxiter=500)
    return float(p @ np.log(p / (1 + theta * phi)))


def likelihood_with_t(p, a, t):
    """Profiles over the mean ½ + e with variance (e/t)²: a grid, then SciPy's bounded search
    around the best points."""
    if t == 0:
        return likelihood_with_mean(p, a, 0.5)
    most = 0.5 * t / math.sqrt(1 + t * t)

    def at(logit):
        share = 1 / (1 + math.exp(-logit))
        e = share * most
        deviation = a - 0.5 - e
        return dual(p, np.array([deviation, deviation**2 - (e / t) ** 2]))

    grid = np.linspace(-26, 26, 209)
    values = np.array([at(x) for x in grid])
    best = -math.inf
    for k in np.argsort(values)[::-1][:40]:
        left, right = max(k - 1, 0), min(k + 1, len(grid) - 1)
        if values[k] >= max(values[left], values[right]) and math.isfinite(values[k]):
            found = optimize.minimize_scalar(
                lambda x: -at(x), bounds=(grid[left], grid[right]), method="bounded",
                options={"xatol": 1e-11},
            )
            best = max(best, -found.fun)
    return best


def expected_llr(counts, elo0, elo1, model):
    filled = np.array([c if c else EMPTY for c in counts], dtype=float)
    n = filled.sum()
    p = filled / n
    a = scores(len(counts))
    games = 2 if len(counts) == 5 else 1
    likelihoods = []
    for elo in (elo0, elo1):
        if model == "logistic":
            likelihoods.append(likelihood_with_mean(p, a, 1 / (1 + 10 ** (-elo / 400))))
        else:
            t = math.sqrt(games) * elo / NELO_PER_SIGMA
            likelihoods.append(likelihood_with_t(p, a, t))
    return n * (likelihoods[1] - likelihoods[0])


class Statistics(unittest.TestCase):
    def test_estimates(self):
        sets = count_sets(SETS, 1)
        largest = 0.0
        for counts, found in zip(sets, ask("elo", sets)):
            names = ["elo", "elo_error", "nelo", "nelo_error", "los"]
            for name, expected in zip(names, expected_estimate(counts)):
                difference = close(value(found[name]), expected)
                self.assertLess(difference, 1e-9, (counts, name, found[name], expected))
                largest = max(largest, difference)
        print(f"elo, nelo, los: {SETS} sets, largest relative difference {largest:.1e}")

    def test_logistic_ratios(self):
        sets = count_sets(SETS, 2)
        largest = 0.0
        answers = ask("sprt", sets, "--elo0", "-2", "--elo1", "5", "--model", "logistic")
        for counts, found in zip(sets, answers):
            expected = expected_llr(counts, -2, 5, "logistic")
            difference = close(value(found["llr"]), expected)
            self.assertLess(difference, 1e-7, (counts, found["llr"], expected))
            largest = max(largest, difference)
        print(f"llr, logistic: {SETS} sets, largest relative difference {largest:.1e}")

    def test_normalised_ratios(self):
        number = int(os.environ.get("XANTHOS_LLR_SETS", SLOW_SETS))
        sets = count_sets(number, 3)
        sets[:3] = [[50, 0, 0, 0, 0], [0, 0, 0, 10, 490], [500, 0, 0, 0, 0]]
        largest = 0.0
        for elo0, elo1 in ((0, 5), (2, 7)):
            half = sets[::2] if elo0 == 0 else sets[1::2]
            answers = ask("sprt", half, "--elo0", str(elo0), "--elo1", str(elo1))
            for counts, found in zip(half, answers):
                expected = expected_llr(counts, elo0, elo1, "normalized")
                difference = close(value(found["llr"]), expected)
                self.assertLess(difference, 1e-5, (counts, elo0, elo1, found["llr"], expected))
                largest = max(largest, difference)
        print(f"llr, normalised: {number} sets, largest relative difference {largest:.1e}")


if __name__ == "__main__":
    unittest.main()
