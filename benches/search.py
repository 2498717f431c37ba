"""Speed of the agents: games a second, threads, and whether limits in seconds hold.

    python benches/search.py [--quick]

Speeds of one thread are by processor time, which other work on the machine disturbs least. Threads
and limits are by the clock: run them on a machine that does nothing else.
"""

import sys
import time

import patchwork as pw

QUICK = "--quick" in sys.argv[1:]


def games_a_second(agent: str, games: int) -> float:
    """Count games of an agent against itself in a second of processor time, on one thread."""
    pw.simulate(games // 100, (agent, agent), seed=1, keep="summary", threads=1)
    began = time.process_time()
    pw.simulate(games, (agent, agent), seed=1, keep="summary", threads=1)
    return games / (time.process_time() - began)


def iterations_a_second(threads: int, seconds: float) -> float:
    """Count iterations of `mcts` in a second by the clock, from the start of a game."""
    agent = pw.agent(f"mcts:seconds={seconds},threads={threads}", seed=1)
    began = time.perf_counter()
    visits = sum(line.visits for line in agent.analyse(pw.State(seed=1), lines=10_000))
    return visits / (time.perf_counter() - began)


def overruns(agent: str, limit: float, moves: int) -> tuple[int, int, float]:
    """Count moves, and those over 20 ms late; give the longest delay, too."""
    player = pw.agent(agent, seed=1)
    made = late = circle = 0
    longest = 0.0
    while made < moves:
        circle += 1
        player.new_game(circle, 0)
        state = pw.State(seed=circle)
        while not state.is_over:
            began = time.perf_counter()
            action = player.choose(state)
            over = time.perf_counter() - began - limit
            made, late, longest = made + 1, late + (over > 0.02), max(longest, over)
            state = state.after(action)
    return made, late, longest


random, greedy = games_a_second("random", 400_000), games_a_second("greedy", 40_000)
print(f"random {random:,.0f} games a second, greedy {greedy:,.0f}: 1 of {random / greedy:.1f}")

seconds = 0.2 if QUICK else 3.0
# In turn, so that a slow moment hits both alike; the best one counts.
tries = [[iterations_a_second(threads, seconds) for threads in (1, 2)] for _ in range(3)]
one, two = max(first for first, _ in tries), max(second for _, second in tries)
print(f"mcts {one:,.0f} iterations a second, with two threads {two:,.0f}: {two / one:.2f} times")

made, late, longest = overruns("mcts:seconds=0.02", 0.02, 50 if QUICK else 1000)
print(f"mcts:seconds=0.02: {late} of {made} moves over 20 ms late, the latest by {longest:.3f} s")
