"""When a sweep must stop: after seconds of this start, or money of all starts. Asked between questions."""

from __future__ import annotations

import time

from experiments.kept_calls import CallLedger
from experiments.plan import Limits


def limit_reached(limits: Limits, started: float, ledger: CallLedger) -> str:
    """Which limit is reached, in words; empty as long as none is.

    `started` is in seconds since 1970, which all processes share.
    """
    if limits.seconds is not None and time.time() - started >= limits.seconds:
        return f"the limit of {limits.seconds:g} seconds was reached"
    if limits.money is not None and ledger.spent() >= limits.money:
        return f"the limit of US$ {limits.money:g} was reached"
    return ""
