"""An amount as a check shows it: whole dollars in words, cents in figures."""

from __future__ import annotations

from pitboss.money import Cents, dollars

_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_THOUSANDS = ("", "thousand", "million", "billion", "trillion")


def amount_words(amount: Cents, numerals: str) -> str:
    """12481743 is "one hundred twenty-four thousand eight hundred seventeen and 43/100 dollars"; a
    negative amount starts with "minus". `numerals` names the language; an unknown one gets
    figures."""
    if numerals not in _WRITERS:
        return dollars(amount)
    whole, cents = divmod(abs(amount), 100)
    return _WRITERS[numerals](whole, cents, is_below=amount < 0)


def _english(whole: int, cents: int, *, is_below: bool) -> str:
    groups = f"{whole:,}".split(",")
    assert len(groups) <= len(_THOUSANDS), whole
    parts = ["minus"] if is_below else []
    for group, thousands in zip(groups, reversed(_THOUSANDS[: len(groups)]), strict=True):
        parts += _hundreds(int(group), thousands)
    said = " ".join(parts if whole else [*parts, "zero"])
    return f"{said} and {cents:02d}/100 dollars"


def _hundreds(number: int, thousands: str) -> list[str]:
    """A group of three figures, with its unit: empty for 0."""
    hundreds, rest = divmod(number, 100)
    parts = [_ONES[hundreds], "hundred"] if hundreds else []
    if rest:
        parts.append(_below_hundred(rest))
    return [*parts, thousands] if parts and thousands else parts


def _below_hundred(number: int) -> str:
    if number < len(_ONES):
        return _ONES[number]
    tens, ones = divmod(number, 10)
    return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")


# ---- Spanish ----------------------------------------------------------------------------

# Before a noun: un, veintiún.
_UNOS = (
    "", "un", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once",
    "doce", "trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve",
    "veinte", "veintiún", "veintidós", "veintitrés", "veinticuatro", "veinticinco", "veintiséis",
    "veintisiete", "veintiocho", "veintinueve",
)  # fmt: skip
_DECENAS = ("treinta", "cuarenta", "cincuenta", "sesenta", "setenta", "ochenta", "noventa")
_CENTENAS = (
    "", "ciento", "doscientos", "trescientos", "cuatrocientos", "quinientos", "seiscientos",
    "setecientos", "ochocientos", "novecientos",
)  # fmt: skip
_MILLON = 1_000_000


def _spanish(whole: int, cents: int, *, is_below: bool) -> str:
    assert whole < _MILLON**2, whole
    millions, rest = divmod(whole, _MILLON)
    parts = ["menos"] if is_below else []
    if millions:
        parts += [*_below_million(millions), "millón" if millions == 1 else "millones"]
    parts += _below_million(rest)
    if whole == 0:
        parts.append("cero")
    elif rest == 0:
        parts.append("de")  # un millón de dólares
    dollar = "dólar" if whole == 1 else "dólares"
    return f"{' '.join(parts)} {dollar} con {cents:02d} {'centavo' if cents == 1 else 'centavos'}"


def _below_million(number: int) -> list[str]:
    thousands, rest = divmod(number, 1000)
    parts = [] if thousands < 2 else _below_thousand(thousands)  # mil, never un mil
    return [*parts, *(["mil"] if thousands else []), *_below_thousand(rest)]


def _below_thousand(number: int) -> list[str]:
    hundreds, rest = divmod(number, 100)
    if number == 100:
        return ["cien"]
    parts = [_CENTENAS[hundreds]] if hundreds else []
    if rest < len(_UNOS):
        return [*parts, _UNOS[rest]] if rest else parts
    tens, ones = divmod(rest, 10)
    return [*parts, _DECENAS[tens - 3], *(["y", _UNOS[ones]] if ones else [])]


_WRITERS = {"en": _english, "es": _spanish}
