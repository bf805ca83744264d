"""When a sweep must stop: seconds of this start, and money of all starts. Checked between questions."""

from __future__ import annotations

import time
from dataclasses import dataclass

from experiments.kept_calls import CallLedger
from experiments.plan import Limits


@dataclass(frozen=True, slots=True)
class Meter:
    """Limits, and what they are measured by; `started` is in seconds since 1970, which all processes share."""

    limits: Limits
    started: float
    ledger: CallLedger

    def reached(self) -> str:
        """Which limit is reached; empty as long as none is."""
        seconds, money = self.limits.seconds, self.limits.money
        if seconds is not None and time.time() - self.started >= seconds:
            return f"the limit of {seconds:g} seconds was reached"
        if money is not None and self.ledger.spent() >= money:
            return f"the limit of US$ {money:g} was reached"
        return ""
