"""Frankfurter's API of exchange rates. What it answers follows from the currencies that are asked for."""

from __future__ import annotations

from typing import Any

from .case import Case, empty, success, transient, validation
from .loopback import MISBEHAVIOURS, Reply, Request, json_reply

RATES = {"EUR": 1.0, "USD": 1.1594, "GBP": 0.876, "CHF": 0.9325}
FIRST_DAY = "1999-01-04"
TODAY = "2026-11-30"

CURRENCIES: list[dict[str, Any]] = [
    {"iso_code": "CHF", "iso_numeric": "756", "name": "Swiss Franc", "symbol": "CHF", "start_date": FIRST_DAY},
    {"iso_code": "EUR", "iso_numeric": "978", "name": "Euro", "symbol": "€", "start_date": FIRST_DAY},
    {"iso_code": "GBP", "iso_numeric": "826", "name": "British Pound", "symbol": "£", "start_date": FIRST_DAY},
    {"iso_code": "USD", "iso_numeric": "840", "name": "United States Dollar", "symbol": "$", "start_date": FIRST_DAY},
]
FORMER = {"VEB", "DEM"}

# Codes that no currency has stand for what can go wrong with the API as a whole.
_FAULTS = {
    "QAH": MISBEHAVIOURS["html"],
    "QAT": MISBEHAVIOURS["truncated"],
    "QAR": MISBEHAVIOURS["reset"],
    "QAS": MISBEHAVIOURS["stalled"],
    "QAO": MISBEHAVIOURS["oversized"],
    "QAD": MISBEHAVIOURS["down"],
    "QAL": json_reply({"status": 429, "message": "too many requests"}, 429, {"Retry-After": "120"}),
}
NO_CURRENCIES = "/empty"
"""A prefix of the path, part of the base URL, below which the API knows no currencies."""


def answer(request: Request) -> Reply:
    """The reply to one request."""
    match request.method, request.path.removeprefix(NO_CURRENCIES):
        case "GET", "/currencies":
            known = [] if request.path.startswith(NO_CURRENCIES) else CURRENCIES
            return json_reply([{**currency, "end_date": TODAY} for currency in known])
        case "GET", "/rates":
            return _rates(request)
        case _:
            return json_reply({"status": 404, "message": "not found"}, 404)


def _rates(request: Request) -> Reply:
    base = request.first("base", "EUR")
    if base in _FAULTS:
        return _FAULTS[base]
    quotes = request.first("quotes").split(",") if request.first("quotes") else [*RATES]
    if unknown := [code for code in (base, *quotes) if code not in RATES and code not in FORMER]:
        return json_reply({"status": 422, "message": f"invalid currency: {','.join(unknown)}"}, 422)
    day = request.first("date", TODAY)
    if day < FIRST_DAY or base in FORMER:
        return json_reply([])
    return json_reply(
        [
            {"date": day, "base": base, "quote": quote, "rate": round(RATES[quote] / RATES[base], 4)}
            for quote in quotes
            if quote in RATES
        ]
    )


_PAST = {"date": "2020-03-09"}

CASES: tuple[Case, ...] = (
    success("latest_rates", {}, '"base": "EUR"', "1.1594"),
    success("latest_rates", {"base": "USD", "quotes": ["EUR", "GBP"]}, "0.8625", "0.7556", '"resultCount": 2'),
    empty("latest_rates", {"base": "EUR", "quotes": ["VEB"]}, "EUR"),
    validation("latest_rates", {"base": "XYZ", "quotes": ["USD", "ABC"]}, "unknown_currency", "XYZ,ABC"),
    success("rates_on", _PAST | {"quotes": ["CHF"]}, "0.9325", "2020-03-09"),
    empty("rates_on", {"date": "1900-01-01"}, "1900-01-01"),
    validation("rates_on", _PAST | {"base": "XYZ"}, "unknown_currency", "XYZ"),
    success("list_currencies", {}, "Swiss Franc", FIRST_DAY, '"resultCount": 4'),
)

EMPTY_CURRENCIES = empty("list_currencies", {}, "knows no currencies")
"""What holds where the base URL ends with NO_CURRENCIES: the tool has no parameter that could ask for nothing."""

FAULTS: tuple[Case, ...] = (
    Case("latest_rates", {"base": "QAH"}, "failure", "unexpected_reply", "business", False),
    transient("latest_rates", {"base": "QAT"}, "unreachable", "attemptHistory", retryable=False),
    transient("latest_rates", {"base": "QAR"}, "unreachable", "attemptHistory", retryable=False),
    Case("latest_rates", {"base": "QAO"}, "failure", "reply_too_large", "validation", False),
    transient("latest_rates", {"base": "QAD"}, "http_503", "attemptHistory", retryable=False),
    transient("latest_rates", {"base": "QAL"}, "http_429", '"retryAfterSeconds": 120', retryable=True),
)
"""Built-in failures. The base currency QAS is not answered at all, which takes a time-out to notice."""
