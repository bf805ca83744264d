"""The names of what lies in a sweep's folder. Knows none of the work behind them, so that a list of sweeps is quick."""

SWEEP, STANDINGS, LOCK = "sweep.json", "standings.json", ".lock"
RUNS, CALLS = "runs", "calls.sqlite"
