"""TRACe means corrected for a judge's bias by a few labels of a person: prediction-powered inference.

The judge has judged every sentence, a person only some that were drawn (label_design.py). With labels y, predictions f
of the same draws and F the judge's mean over all sentences, the corrected mean is mean(y) - w (mean(f) - F): what the
labels say, moved by how the judge sees the drawn sentences differ from all (Angelopoulos et al., Science 2023). The
weight w = cov(y, f) / var(f), within [0, 1], makes the interval narrowest (PPI++, Angelopoulos, Duchi, Zrnic 2023); a
judge that knows nothing gets 0, and the labels speak alone.

The truth estimated is the mean over these very questions that labeling every sentence would give: F is known exactly.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean

import numpy as np

from evaluation.label_design import METRIC_OF, Frame, frame_of
from evaluation.labels import KINDS, Place
from evaluation.outcomes import Outcome

# With fewer labels the interval was not measured to hold what it promises.
ENOUGH = 25
# So much of a yes and of a no, at the judge's mean, is added before the judge's worth is estimated: with few labels a
# judge may agree with all of them by luck, and would seem to know everything.
_DOUBT = 0.2
_CONFIDENCE = 0.95


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean in [0, 1] with its 95 % interval. `weight` is how much of the judge is used, `agreement` the share of the
    labels' variance that the judge explains.
    """

    mean: float
    low: float
    high: float
    weight: float = 0.0
    agreement: float = 0.0


@dataclass(frozen=True, slots=True)
class Corrected:
    """A TRACe mean as the judge says it, as the labels alone say it, and corrected; None with a reason.

    `labeled` counts different sentences with a yes or no, `draws` how often they were drawn, `questions` their
    questions.
    """

    metric: str
    labeled: int
    draws: int
    questions: int
    judge: float | None
    labels_only: Estimate | None
    corrected: Estimate | None
    reason: str = ""


def corrected_means(outcomes: Sequence[Outcome], labels: Mapping[Place, bool | None]) -> list[Corrected]:
    """Every TRACe mean of a run, corrected where the labels allow it and else with the reason why not."""
    return corrected_by_frames([frame_of(outcomes, kind) for kind in KINDS], labels)


def corrected_by_frames(frames: Sequence[Frame], labels: Mapping[Place, bool | None]) -> list[Corrected]:
    """The same from the frames of a run, one a kind, for those who have them already."""
    means = [corrected_mean(frame, labels) for frame in frames]
    whole = "its labels would have to cover every sentence of {each}, not single ones"
    return [
        *means,
        _uncorrected("completeness", whole.format(each="a question's context")),
        _uncorrected("adherence", whole.format(each="an answer") + "; adherence_share is corrected instead"),
    ]


def corrected_mean(frame: Frame, labels: Mapping[Place, bool | None]) -> Corrected:
    """The mean of one kind of label. With every sentence labeled it is exact."""
    metric, found = METRIC_OF[frame.kind], frame.labeled(labels)
    if not frame.sentences:
        return _uncorrected(metric, "the judge judged no such sentence")
    sentences = {drawn for drawn, _ in found}
    counts = len(sentences), len(found), len({drawn.question_id for drawn in sentences})
    if len(sentences) == frame.sentences:
        exact = fmean(
            fmean(float(labels[question, key, frame.kind] or 0) for key in keys)
            for question, keys in frame.predictions.items()
        )
        known = Estimate(exact, exact, exact)
        return Corrected(metric, *counts, frame.judge_mean, known, known)
    if len(sentences) < ENOUGH:
        reason = f"{ENOUGH} labeled sentences are needed, there are {len(sentences)}"
        return Corrected(metric, *counts, frame.judge_mean, None, None, reason)
    said = np.array([float(value) for _, value in found])
    predicted = np.array([frame.prediction(drawn) for drawn, _ in found])
    return Corrected(
        metric,
        *counts,
        frame.judge_mean,
        labels_only=labels_only(said),
        corrected=corrected_estimate(said, predicted, frame.judge_mean or 0.0),
    )


def labels_only(said: np.ndarray) -> Estimate:
    """The mean of labels of 0 or 1, (n,), with its score interval (Wilson 1927)."""
    return _score_interval(float(said.mean()), len(said), _quantile(len(said) - 1))


def corrected_estimate(said: np.ndarray, predicted: np.ndarray, judge_mean: float) -> Estimate:
    """The corrected mean from labels of 0 or 1 and predictions of the same draws, both (n,), and F.

    The interval is a score interval as for labels alone, because labels are yes or no: the mean's variance is
    p (1 - p) (1 - r^2) / n, where r^2 is the share of the labels' variance that the judge explains, with a t quantile
    because r^2 is estimated. The normal interval of the papers covers 76 to 95 % with 25 labels of a rare kind.
    """
    n = len(said)
    weight, explained = _worth(said, predicted, judge_mean)
    mean = float(said.mean() - weight * (predicted.mean() - judge_mean))
    agreement = max(0.0, 1 - (1 - explained) * (n - 1) / (n - 2))
    found = _score_interval(min(1.0, max(0.0, mean)), n / (1 - agreement), _quantile(n - 2))
    return Estimate(found.mean, found.low, found.high, weight, agreement)


def _worth(said: np.ndarray, predicted: np.ndarray, judge_mean: float) -> tuple[float, float]:
    """The weight of the judge, and the share of the labels' variance that it explains, in doubt (see _DOUBT)."""
    n = len(said) + 2 * _DOUBT
    mean = (said.sum() + _DOUBT) / n
    center = (predicted.sum() + 2 * _DOUBT * judge_mean) / n
    of_labels = (said**2).sum() + _DOUBT - n * mean**2
    of_judge = (predicted**2).sum() + 2 * _DOUBT * judge_mean**2 - n * center**2
    both = (said * predicted).sum() + _DOUBT * judge_mean - n * mean * center
    if ((predicted - predicted.mean()) ** 2).sum() < 1e-9:
        return 0.0, 0.0
    weight = float(min(1.0, max(0.0, both / of_judge)))
    return weight, float(max(0.0, (2 * weight * both - weight**2 * of_judge) / of_labels))


def _score_interval(mean: float, n: float, quantile: float) -> Estimate:
    squared = quantile**2
    center = (mean + squared / (2 * n)) / (1 + squared / n)
    half = quantile / (1 + squared / n) * sqrt(mean * (1 - mean) / n + squared / (4 * n**2))
    return Estimate(mean, min(mean, max(0.0, center - half)), max(mean, min(1.0, center + half)))


def _quantile(freedom: int) -> float:
    from scipy.stats import t  # slow to import

    return float(t.ppf(0.5 + _CONFIDENCE / 2, freedom))


def _uncorrected(metric: str, because: str) -> Corrected:
    return Corrected(metric, 0, 0, 0, None, None, None, f"not corrected, because {because}")
