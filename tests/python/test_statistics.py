# SPDX-License-Identifier: GPL-3.0-or-later
"""Elo, nElo, LOS and likelihood ratios against SciPy, over random and degenerate counts.

The oracles of the normalised hypothesis share neither code nor method with the binary, which looks
for roots of a tangent condition, and not with each other:

- `likelihood_with_t` profiles the likelihood over the mean: with mean and second moment as linear
  constraints of a convex problem, solved in its dual, at every point. Seconds for each set.
- `likelihoods_with_t` takes the best or the worst over a family of half-spaces, of which the
  hypothesis is the boundary, for many sets at once.

    XANTHOS_LLR_SETS=10000 XANTHOS_SLOW_SETS=300 ... test_statistics    # all of them, a few minutes
"""

import json
import math
import os
import random
import subprocess
import unittest

import numpy as np
from scipy import optimize, stats
from scipy.optimize import elementwise

XANTHOS = os.environ["XANTHOS"]
NELO_PER_SIGMA = 800 / math.log(10)
EMPTY = 1e-3
SETS = 10_000
# Normalised ratios in every run: by half-spaces, and by profiles, which are slow.
RATIO_SETS = 1000
SLOW_SETS = 6
# Gains and simplifications, and far apart.
BOUNDS = ((0, 5), (2, 7), (-5, 0), (-1.75, 0.25), (-40, 60))


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
    """JSON has no word for what is not finite: null."""
    return math.inf if number is None else float(number)


def scores(size):
    return np.linspace(0.0, 1.0, size)


def close(found, expected):
    if not math.isfinite(expected):
        return 0.0 if not math.isfinite(found) else math.inf
    return abs(found - expected) / max(1.0, abs(expected))


def expected_estimate(counts):
    """Elo, its error, nElo, its error, LOS from the moments, and the bound of one-sided results."""
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
    # Clopper and Pearson's one-sided bound of a share of n out of n.
    bound = math.inf
    if mean in (0.0, 1.0):
        bound = math.copysign(1.0, mean - 0.5) * elo(float(stats.beta.ppf(0.05, n, 1)))
    return elo(mean), error, nelo, z / math.sqrt(games * n) * NELO_PER_SIGMA, los, bound


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


def halfspace(p, phi):
    """max Σ p̂ ln p with Σ p φ = 0, row by row; −∞ where no distribution has that.

    p = p̂ / (1 + θφ). θ may almost touch the end of its range, where the outcome with the lowest φ
    has 1 + θφ = 0; so the root is looked for in the logarithm of the share that is left to there.
    """
    possible = (phi.min(axis=-1) < 0) & (phi.max(axis=-1) > 0)
    p, phi = p[possible], phi[possible]
    phi = np.where((p * phi).sum(axis=-1, keepdims=True) < 0, -phi, phi)
    low = phi.min(axis=-1, keepdims=True)
    ratio = phi / -low
    room = np.where(phi == low, 0.0, 1 + ratio)

    def terms(y, row):
        return room[row] - np.exp(-y)[..., None] * ratio[row]

    def slope(y, row):
        row = row.astype(int)
        return (p[row] * ratio[row] / terms(y, row)).sum(axis=-1)

    rows = np.arange(len(p))
    found = elementwise.find_root(
        slope, (np.zeros(len(p)), np.full(len(p), 80.0)), args=(rows.astype(float),),
        tolerances={"xrtol": 1e-15, "xatol": 1e-15, "fatol": 0, "frtol": 0}, maxiter=300,
    )
    # Where p̂ itself meets the constraint, the root is at 0 and rounding may hide it.
    y = np.where(np.isfinite(found.x), found.x, 0.0)
    best = np.full(len(possible), -np.inf)
    best[possible] = (p * np.log(p / terms(y, rows))).sum(axis=-1)
    return best


def likelihoods_with_t(p, t):
    """max Σ p̂ ln p with a mean t standard deviations above ½, for many p̂ with as many outcomes.

    With b = a − ½ and d = Σ p b the hypothesis is Σ p b² = k d², k = 1 + 1/t², d on the side of t. As
    d² ≥ 2ed − e², with equality at e = d, what lies beyond the hypothesis (d too large for the spread) is
    the union over e of the half-spaces Σ p (b² − 2keb + ke²) ≤ 0, and what lies before it is the
    intersection of their complements. So whoever stands before it looks for the best of the
    half-spaces; whoever stands beyond it for the worst complement, for that convex set's optimum
    touches one of them.
    """
    b = scores(p.shape[1]) - 0.5
    side, t = math.copysign(1.0, t), abs(t)
    b = b * side
    k = 1 + 1 / (t * t)
    most = 0.5 / math.sqrt(k)
    d, spread = p @ b, p @ b**2
    beyond = (d > 0) & (spread < k * d * d)
    # A complement that holds p̂ itself does not matter: Σ p̂ (b² − 2keb + ke²) < 0 for those that do.
    reach = np.sqrt(np.maximum(d * d - spread / k, 0.0))
    first = np.where(beyond, np.maximum(d - reach, 0.0), 0.0)
    last = np.where(beyond, np.minimum(d + reach, most), most)

    def wanted(x, row):
        """What is to be minimised, from the first e at x = −∞ to the last at ∞."""
        row = row.astype(int)
        e = (first[row] + (last[row] - first[row]) / (1 + np.exp(-x)))[..., None]
        flat = np.broadcast_to(row, x.shape).ravel()
        phi = (b**2 - 2 * k * e * b + k * e * e).reshape(-1, len(b))
        value = halfspace(p[flat], phi)
        return np.where(beyond[flat], value, -value).reshape(x.shape)

    grid = np.linspace(-26, 26, 157)
    rows = np.repeat(np.arange(len(p)), len(grid))
    values = wanted(np.tile(grid, len(p)), rows.astype(float)).reshape(len(p), len(grid))
    row, column = np.nonzero(
        (values[:, 1:-1] <= values[:, :-2]) & (values[:, 1:-1] <= values[:, 2:]) & np.isfinite(values[:, 1:-1])
    )
    bracket = (grid[column], grid[column + 1], grid[column + 2])
    found = elementwise.find_minimum(
        wanted, bracket, args=(row.astype(float),),
        tolerances={"xrtol": 1e-9, "xatol": 1e-9, "fatol": 0, "frtol": 0}, maxiter=100,
    )
    best = values.min(axis=1)
    np.minimum.at(best, row, np.where(np.isfinite(found.f_x), found.f_x, np.inf))
    return np.where(beyond, best, -best)


def filled(counts):
    return np.array([c if c else EMPTY for c in counts], dtype=float)


def expected_normalised(sets, elo0, elo1, chunk=500):
    """Likelihood ratios of many sets."""
    ratios = np.zeros(len(sets))
    for size, games in ((3, 1), (5, 2)):
        where = np.array([i for i, counts in enumerate(sets) if len(counts) == size], dtype=int)
        for part in np.array_split(where, len(where) // chunk + 1):
            if not len(part):
                continue
            p = np.array([filled(sets[i]) for i in part])
            n = p.sum(axis=1)
            p /= n[:, None]
            likelihoods = []
            for elo in (elo0, elo1):
                t = math.sqrt(games) * elo / NELO_PER_SIGMA
                if t:
                    likelihoods.append(likelihoods_with_t(p, t))
                else:
                    likelihoods.append(halfspace(p, np.broadcast_to(scores(size) - 0.5, p.shape)))
            ratios[part] = n * (likelihoods[1] - likelihoods[0])
    return ratios


def expected_llr(counts, elo0, elo1, model):
    p = filled(counts)
    n = p.sum()
    p /= n
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
            names = ["elo", "elo_error", "nelo", "nelo_error", "los", "bound"]
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
        number = int(os.environ.get("XANTHOS_LLR_SETS", RATIO_SETS))
        sets = count_sets(number, 3)
        sets[:3] = [[50, 0, 0, 0, 0], [0, 0, 0, 10, 490], [500, 0, 0, 0, 0]]
        largest = 0.0
        for part, bounds in enumerate(BOUNDS):
            some = sets[part :: len(BOUNDS)]
            answers = ask("sprt", some, "--elo0", str(bounds[0]), "--elo1", str(bounds[1]))
            for counts, found, expected in zip(some, answers, expected_normalised(some, *bounds)):
                difference = close(value(found["llr"]), float(expected))
                self.assertLess(difference, 1e-7, (counts, bounds, found["llr"], expected))
                largest = max(largest, difference)
        print(f"llr, normalised: {number} sets, largest relative difference {largest:.1e}")

    def test_both_oracles_of_normalised_ratios_agree(self):
        number = int(os.environ.get("XANTHOS_SLOW_SETS", SLOW_SETS))
        sets = count_sets(number, 4)
        sets[:3] = [[50, 0, 0, 0, 0], [0, 0, 0, 10, 490], [500, 0, 0, 0, 0]]
        largest = 0.0
        for part, bounds in enumerate(BOUNDS):
            some = sets[part :: len(BOUNDS)]
            for counts, fast in zip(some, expected_normalised(some, *bounds)):
                slow = expected_llr(counts, *bounds, "normalized")
                difference = close(float(fast), slow)
                self.assertLess(difference, 1e-5, (counts, bounds, fast, slow))
                largest = max(largest, difference)
        print(f"llr, normalised, half-spaces and profiles: {number} sets, largest relative difference {largest:.1e}")


if __name__ == "__main__":
    unittest.main()
