"""Rounds of calls: a system behind an example server, and the cases that hold while it plays its part."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from apis import exchange_rates, expense_approval_cases, git_history_cases, github, refund_desk_cases, slack
from apis.case import Case
from apis.loopback import Answer, LoopbackApi

from .projects import SPECS

System = Callable[[], AbstractContextManager[Mapping[str, str]]]
"""Plays a system; gives the environment of a server that is to use it."""


@dataclass(frozen=True)
class Round:
    """Cases for one server process. Those of a system without a memory are called several at once."""

    name: str
    example: str
    system: System
    cases: tuple[Case, ...]
    secrets: tuple[str, ...] = ()
    at_once: int = 1


def _api(answer: Answer, environment: Callable[[str], Mapping[str, str]]) -> System:
    @contextmanager
    def system() -> Iterator[Mapping[str, str]]:
        with LoopbackApi(answer) as api:
            yield environment(api.url)

    return system


@contextmanager
def _new_shop() -> Iterator[Mapping[str, str]]:
    with TemporaryDirectory() as folder:
        yield {"DATABASE_URL": f"sqlite:///{folder}/shop.db"}


@contextmanager
def _locked_shop() -> Iterator[Mapping[str, str]]:
    with TemporaryDirectory() as folder:
        path = Path(folder, "shop.db")
        connection = sqlite3.connect(path, isolation_level=None)
        connection.executescript((SPECS / "shop.sql").read_text())
        connection.execute("BEGIN EXCLUSIVE")
        yield {"DATABASE_URL": f"sqlite:///{path}"}
        connection.close()


def _repository(prepare: Callable[[Path], object], **environment: str) -> System:
    @contextmanager
    def system() -> Iterator[Mapping[str, str]]:
        with TemporaryDirectory() as folder:
            prepare(Path(folder))
            yield {"REPOSITORY": folder, **environment}

    return system


@contextmanager
def _foreign_repository() -> Iterator[Mapping[str, str]]:
    """A repository that Git takes for another user's, whoever runs the tests."""
    with TemporaryDirectory() as folder, _repository(git_history_cases.with_commits)() as environment:
        git_history_cases.suspicious_git(Path(folder))
        yield {**environment, "PATH": f"{folder}:{os.environ['PATH']}"}


@contextmanager
def _nothing() -> Iterator[Mapping[str, str]]:
    yield {}


ROUNDS: tuple[Round, ...] = (
    Round("a repository", "git_history", _repository(git_history_cases.with_commits), git_history_cases.CASES),
    Round(
        "a repository without commits",
        "git_history",
        _repository(git_history_cases.without_commits),
        git_history_cases.WITHOUT_COMMITS,
    ),
    Round("no repository", "git_history", _repository(lambda _: None), git_history_cases.NO_REPOSITORY, at_once=4),
    Round("another user's repository", "git_history", _foreign_repository, git_history_cases.FOREIGN, at_once=4),
    Round("a new shop", "refund_desk", _new_shop, refund_desk_cases.CASES),
    Round("a locked shop", "refund_desk", _locked_shop, refund_desk_cases.LOCKED, at_once=4),
    Round(
        "GitHub",
        "github_issues",
        _api(github.answer, github.environment),
        github.CASES + github.FAULTS,
        (github.TOKEN,),
        at_once=4,
    ),
    Round(
        "Slack",
        "slack_messages",
        _api(slack.answer, slack.environment),
        slack.CASES + slack.FAULTS,
        (slack.TOKEN,),
        at_once=4,
    ),
    Round(
        "exchange rates",
        "exchange_rates",
        _api(exchange_rates.answer, lambda url: {"EXCHANGE_RATES_URL": url}),
        exchange_rates.CASES + exchange_rates.FAULTS,
        at_once=4,
    ),
    Round(
        "no exchange rates",
        "exchange_rates",
        _api(exchange_rates.answer, lambda url: {"EXCHANGE_RATES_URL": url + exchange_rates.NO_CURRENCIES}),
        (exchange_rates.EMPTY_CURRENCIES,),
    ),
    Round("a ledger", "expense_approval", _nothing, (*expense_approval_cases.CASES, expense_approval_cases.CRASH)),
)
