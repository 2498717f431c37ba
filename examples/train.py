"""Train a small player by playing against itself in the batch environment; numpy alone.

The policy prefers actions by a few numbers of the patch, and by where its corner lies. What it
learns is how much each of those counts: every action of a game that was won is made more likely,
every one of a game that was lost less so (REINFORCE: Williams, "Simple Statistical
Gradient-Following Algorithms", 1992).

python examples/train.py --steps 3000
"""

import argparse

import numpy as np
from numpy.typing import NDArray

import patchwork as pw
from patchwork import observation

Floats = NDArray[np.float64]

FEATURES = ["spaces", "buttons", "time", "income still to come", "dear for one's buttons"]
ADVANCE = slice(0, 1)
SPECIAL = slice(1, 82)
PATCH = slice(82, 82 + len(FEATURES))
CORNER = slice(82 + len(FEATURES), 82 + len(FEATURES) + 81)
PARAMETERS = CORNER.stop


def features(observations: NDArray[np.float32]) -> Floats:
    """Give the numbers of the patches on offer: shape (n, 3 slots, features)."""
    _, scalars, patches = observation.split(observations)
    buttons, payments = scalars[:, None, 1], scalars[:, None, 9]
    _, cost, time, income, size = np.moveaxis(patches[:, :3].astype(float), 2, 0)
    columns = (size / 5, cost / 5, time / 3, income * payments / 10, cost / (1 + buttons))
    return np.stack(columns, axis=2)


def probabilities(weights: Floats, offered: Floats, masks: NDArray[np.bool_]) -> Floats:
    """Give the policy: shape (n, 2026), 0 for what is not legal."""
    logits = np.empty(masks.shape)
    logits[:, :82] = weights[:82]
    slots = offered @ weights[PATCH]
    buys = logits[:, 82:].reshape(-1, 3, 8, 81)
    buys[:] = slots[:, :, None, None] + weights[CORNER]
    logits[~masks] = -np.inf
    logits -= logits.max(axis=1, keepdims=True)
    chances: Floats = np.exp(logits)
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


def parameters_of(weight_of_action: Floats, offered: Floats) -> Floats:
    """Sum up, over actions, what each parameter adds to their logits: shape (n, parameters)."""
    buys = weight_of_action[:, 82:].reshape(-1, 3, 8, 81)
    patch = np.einsum("ns,nsf->nf", buys.sum(axis=(2, 3)), offered)
    return np.concatenate([weight_of_action[:, :82], patch, buys.sum(axis=(1, 2))], axis=1)


def draw(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw an action for every game."""
    sums = chances.cumsum(axis=1)
    drawn = rng.random((len(sums), 1)) * sums[:, -1:]
    return np.asarray((sums <= drawn).sum(axis=1))


def train(games: int, steps: int, rate: float, seed: int) -> Floats:
    """Play `steps` actions in each of `games` games at a time, learning on the way."""
    rng = np.random.default_rng(seed)
    env = pw.BatchEnv(games)
    env.reset(seed=seed)
    weights = np.zeros(PARAMETERS)
    every = np.arange(games)
    # For each game and player: the gradient of the logarithm of the chance of all it has done.
    traces = np.zeros((games, 2, PARAMETERS))
    for step in range(1, steps + 1):
        offered = features(env.observations)
        chances = probabilities(weights, offered, env.masks)
        actions = draw(chances, rng)
        surprise = -chances
        surprise[every, actions] += 1
        traces[every, env.to_move] += parameters_of(surprise, offered)
        env.step(actions)
        if env.done.any():
            ended = env.done
            gradient = np.einsum("np,npw->w", env.rewards[ended], traces[ended])
            weights += rate * gradient / ended.sum() ** 0.5
            traces[ended] = 0
        if step % 500 == 0:
            learnt = dict(zip(FEATURES, weights[PATCH].round(2).tolist(), strict=True))
            print(f"step {step}: advance {weights[0]:.2f}, {learnt}", flush=True)
    return weights


class Learnt:
    """The trained policy as an agent: it takes the most likely action."""

    def __init__(self, weights: Floats) -> None:
        """Take what was learnt."""
        self.weights = weights

    def __repr__(self) -> str:
        """Give the name that tables show."""
        return "learnt"

    def choose(self, state: pw.State) -> int:
        """Give the id of the action."""
        offered = features(state.observation()[None])
        masks = state.legal_action_mask()[None]
        return int(probabilities(self.weights, offered, masks).argmax())


def main() -> None:
    """Train, and play against the agent that knows nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--rate", type=float, default=0.002)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test-games", type=int, default=400)
    options = parser.parse_args()
    weights = train(options.games, options.steps, options.rate, options.seed)
    print(pw.simulate(options.test_games, (Learnt(weights), "random"), seed=2).summary())


if __name__ == "__main__":
    main()
