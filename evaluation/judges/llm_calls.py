"""What a language model as the judge would be asked, told before the first call. Unlike llm.py, asks nothing."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from core.calls import Calls
from core.tokens import count_tokens
from core.types import Question, RetrievalSpec
from evaluation.exchange import Exchange
from evaluation.judges.llm import Asking
from evaluation.judges.llm_prompt import messages_for, prompt_tokens, reply_tokens
from evaluation.judges.noise import REPETITIONS
from evaluation.references.correctness import REPLY_TOKENS
from evaluation.scenarios.scenario import Scenario
from generation.chat import ChatModel

if TYPE_CHECKING:
    from retrieval.collection import Collection

_WHAT = "judgement"
# Before anything is retrieved or answered: a usual sentence, an answer's sentences, and the tokens around each key.
_TOKENS_A_SENTENCE, _ANSWER_SENTENCES, _TOKENS_AROUND_KEY = 25, 4, 5
_TOKENS_OF_COMPARISON = 400
_SAMPLED_CHUNKS = 200


def calls_for(exchanges: Sequence[Exchange], askings: Sequence[Asking]) -> Calls:
    """Calls for exchanges that are there already, each asked as often as there are askings (at least one)."""
    model = askings[0].model
    pairs = [(exchange, asking) for asking in askings for exchange in exchanges if exchange.context]
    new = [exchange for exchange, asking in pairs if asking.known(exchange) is None]
    prompts = sum(prompt_tokens(model, messages_for(exchange)) for exchange in new)
    replies = sum(reply_tokens(len(exchange.context), len(exchange.response or {})) for exchange in new)
    return Calls(model.name, len(pairs), len(pairs) - len(new), prompts, model.price.of(prompts, replies), _WHAT)


def planned_calls(
    collection: Collection,
    retrieval: RetrievalSpec,
    model: ChatModel,
    questions: Sequence[Question],
    *,
    answered: bool,
    done: int = 0,
    repeated: int = 0,
    scenarios: Sequence[Scenario] = (),
) -> Calls:
    """Calls for questions that are yet to be asked, by the usual length of what is retrieved; see calls_within."""
    context = retrieval.token_budget or int(retrieval.k * _tokens_returned(collection))
    return calls_within(context, model, questions, answered=answered, done=done, repeated=repeated, scenarios=scenarios)


def calls_within(
    context: int,
    model: ChatModel,
    questions: Sequence[Question],
    *,
    answered: bool,
    done: int = 0,
    repeated: int = 0,
    scenarios: Sequence[Scenario] = (),
) -> Calls:
    """The same where contexts have so many tokens; `done` questions are known.

    Answers to questions with a reference answer are compared with it as well, `repeated` questions are judged again
    for the judge's noise, and each scenario asks those with evidence once more.
    """
    sentences = max(1, context // _TOKENS_A_SENTENCE)
    said = _ANSWER_SENTENCES if answered else 0
    empty = messages_for(Exchange("", {}, {} if answered else None))
    prompt = prompt_tokens(model, empty) + context + said * _TOKENS_A_SENTENCE
    prompt += (sentences + said) * _TOKENS_AROUND_KEY
    failing = sum(scenario.kind != "unanswerable" for scenario in scenarios)
    asked = [question for question in questions for _ in range(1 + failing * bool(question.evidence))]
    judged = max(0, len(asked) - done) + REPETITIONS * min(repeated, len(questions))
    compared = max(0, sum(question.answer is not None for question in asked) - done) if answered else 0
    prompts = judged * prompt + compared * _TOKENS_OF_COMPARISON
    replies = judged * reply_tokens(sentences, said) + compared * REPLY_TOKENS
    new = judged + compared
    return Calls(model.name, done + new, done, prompts, model.price.of(prompts, replies), _WHAT)


def _tokens_returned(collection: Collection) -> float:
    """Mean tokens of what a chunk returns, over chunks at even distances."""
    chunks = collection.chunks
    step = max(1, len(chunks) // _SAMPLED_CHUNKS)
    texts = [
        collection.documents[chunk.document_id].text[chunk.returned.start : chunk.returned.end]
        for chunk in chunks[::step]
    ]
    return fmean(map(count_tokens, texts)) if texts else 0.0
