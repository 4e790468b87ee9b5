"""Sentences of the record said anew in another language.

The record, the log and the API keep what the code has written, in English; the audit decides it
again. A language has a sentence of its own for each of the code's, by the English one, with {names}
where a value is filled in: `[reasons]` of its words."""

from __future__ import annotations

import re
from collections import ChainMap, Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pitboss import notation

NAME = re.compile(r"\{(\w+)\}")
# What somebody typed, what people call something, and what a file is to say, stays as it is.
KEYS = "keys"  # with the language's own word between two of them
AS_IS = frozenset({KEYS, "columns", "name", "reference", "text", "title"})
LISTS = (" / ", "; ", ": ", ", ")
FIGURE = re.compile(
    r"(?P<money>\$[\d,]+(?:\.\d\d)?)|(?P<day>\b\d{4}-\d\d-\d\d\b)|(?P<percent>[\d.,]*\d %)"
)
SMALL = re.compile(r"[a-z]")
GAP = "\0"  # where a value is filled in
WORD = re.compile(r"[A-Za-z']+")
WHOLE_WORD = re.compile(rf"(?<![{GAP}\w'])[A-Za-z']+(?![{GAP}\w'])")
SHORT = 8  # characters: a sentence that says less of its own
REMEMBERED = 4096  # texts; a page shows the same ones again and again


@dataclass(frozen=True, slots=True)
class Join:
    """A word between two of several, and which stands instead before what begins so: in Spanish
    `o`, and `u` before ocho."""

    said: str
    begins: str  # a pattern; empty for nothing
    instead: str

    def before(self, text: str) -> str:
        """The word as it is in front of a text."""
        is_changed = self.begins and re.match(self.begins, text, re.IGNORECASE)
        return self.instead if is_changed else self.said

    def joined(self, parts: Sequence[str]) -> str:
        """Several, with the word between two of them."""
        first, *others = parts
        return first + "".join(f" {self.before(each)} {each}" for each in others)


@dataclass(frozen=True, slots=True)
class _Sentence:
    """An English sentence with names in it, and the same in the language."""

    pattern: re.Pattern[str]
    words: frozenset[str]  # a text without one of them is another sentence
    fixed: int  # characters
    said: str


@dataclass(frozen=True, slots=True)
class FoundPhrase:
    """A sentence that a text is, how much of that is fixed, and what is filled in."""

    said: str
    fixed: int
    values: Mapping[str, str]


class Phrasebook:
    """All sentences of one language. `joins` are its words between two of several, `names` what it
    calls roles, statuses and other names of the record."""

    def __init__(
        self, sentences: Mapping[str, str], joins: Mapping[str, Join], names: Mapping[str, str]
    ) -> None:
        self._exact = {text: said for text, said in sentences.items() if not NAME.search(text)}
        named = (item for item in sentences.items() if item[0] not in self._exact)
        self._named = [_sentence(text, said) for text, said in named]
        self._named.sort(key=lambda each: -each.fixed)  # the one that says most is meant
        self._by_word = _by_word(self._named)
        self._joins, self._names = joins, names
        self._signs = {join.said: join for join in joins.values()}
        # Where a value is filled in, with the word between it and what stands before.
        self._places = re.compile(rf"(?:(?<= )({'|'.join(self._signs)}) )?{NAME.pattern}")
        self.say: Callable[[str], str | None] = lru_cache(REMEMBERED)(self._say)

    def _say(self, text: str) -> str | None:
        """A text in the language; nothing where it has no sentence for it. Several sentences in
        one, a rule in brackets behind and a place in front are each said for themselves."""
        if text.partition(": ")[0] in self._names and (said := self._behind_place(text)):
            return said  # a sentence that begins with a value would take the place for a part of it
        found, cited = self._find(text), _bracket(text)
        inner = self._find(cited[0]) if cited else None
        if inner and cited and (found is None or inner.fixed >= found.fixed):
            return f"{self.filled(inner)} ({self.value(cited[1])})"
        if found:
            return self.filled(found)
        if cited and (said := self.say(cited[0])) is not None:
            return f"{said} ({self.value(cited[1])})"
        return self._in_two(text, "; ") or self._behind_place(text)

    def _find(self, text: str) -> FoundPhrase | None:
        if text in self._exact:
            return FoundPhrase(self._exact[text], len(text), {})
        places = {at for word in WORD.findall(text) for at in self._by_word.get(word, ())}
        for at in sorted(places.union(self._by_word.get("", ()))):
            each = self._named[at]
            match = each.pattern.fullmatch(text)
            if match and (each.fixed >= SHORT or self._fits(match.groupdict())):
                return FoundPhrase(each.said, each.fixed, match.groupdict())
        return None

    def _fits(self, values: Mapping[str, str]) -> bool:
        """Whether these can be meant with a sentence of hardly a word: otherwise it would be found
        in what somebody else has written, such as a database."""
        strange = [
            each for name, each in values.items() if name not in AS_IS and self._known(each) is None
        ]
        return not strange or (len(values) == 1 and " " not in strange[0].replace(", ", ","))

    def filled(self, found: FoundPhrase) -> str:
        """The sentence with its values, each said in the language."""

        def fill(place: re.Match[str]) -> str:
            sign, name = place.groups()
            said = self._filled_in(name, found.values[name])
            return f"{self._signs[sign].before(said)} {said}" if sign else said

        return self._places.sub(fill, found.said)

    def _filled_in(self, name: str, value: str) -> str:
        if name == KEYS:
            return self._between(value)
        return value if name in AS_IS else self.value(value)

    def _in_two(self, text: str, sign: str) -> str | None:
        """Two sentences, one behind the other."""
        at = text.find(sign)
        while at >= 0:
            halves = [self.say(each) for each in (text[:at], text[at + len(sign) :])]
            if halves[0] is not None and halves[1] is not None:
                return f"{halves[0]}{sign}{halves[1]}"
            at = text.find(sign, at + 1)
        return None

    def _behind_place(self, text: str) -> str | None:
        place, sign, rest = text.partition(": ")
        said = self.say(rest) if sign else None
        return None if said is None else f"{self.value(place)}: {said}"

    def value(self, text: str) -> str:
        """What is filled in: a sentence, several things in a row, a name of the record, or
        figures."""
        if (found := self._known(text)) is not None:
            return found
        if cited := _bracket(text):
            return f"{self.value(cited[0])} ({self.value(cited[1])})"
        for sign in LISTS:
            if sign in text:
                return sign.join(map(self.value, text.split(sign)))
        return _figures(text)

    def _known(self, text: str) -> str | None:
        """What is no word, or one that the language has; nothing else, such as a title."""
        if not SMALL.search(text):
            return self._exact.get(text) or _figures(text)
        return self.say(text) or self._named_so(text) or self._joined(text) or None

    def _named_so(self, text: str) -> str:
        plain = self._names.get(text.replace("-", "_").replace(" ", "_"), "")
        return plain or self._names.get(key_of(text), "")

    def _joined(self, text: str) -> str:
        """Names with `or` or `and` between them; nothing where those are part of a title."""
        for word, join in self._joins.items():
            if f" {word} " in text:
                said = [self._known(part) for part in text.split(f" {word} ")]
                if None not in said:
                    return join.joined([str(each) for each in said])
        return ""

    def _between(self, keys: str) -> str:
        """Keys as they are, and the words between them in the language."""
        for word, join in self._joins.items():
            keys = join.joined(keys.split(f" {word} "))
        return keys


def joins_of(words: Mapping[str, Any]) -> Mapping[str, Join]:
    """The words of a language between two of several, by the English one."""
    return {word: Join(**said) for word, said in words["joins"].items()}


def phrasebook_of(words: Mapping[str, Any]) -> Phrasebook | None:
    """The phrasebook of a language by its words; none of English, which is what the code says. A
    language keeps its own, because the sentences of many pages are found with it."""
    if not (sentences := words.get("reasons")):
        return None
    key = (words["language"]["name"], len(sentences))
    if key not in _MADE:
        named = (words[part] for part in ("game_values", "wagers", "typed_cards"))
        names = dict(ChainMap(notation.names_in(words), *named))
        steps = words["why"]["steps"]  # a refusal names the next one
        _MADE[key] = Phrasebook({**sentences, **steps}, joins_of(words), names)
    return _MADE[key]


_MADE: dict[tuple[str, int], Phrasebook] = {}


def key_of(title: str) -> str:
    """The key under which a language has a title of several words: letters and figures alone."""
    return "_".join(re.findall(r"[a-z0-9]+", title.lower().replace("'", "")))


def _sentence(text: str, said: str) -> _Sentence:
    parts = NAME.split(text)  # fixed text, name, fixed text, name, ...
    pattern = "".join(
        f"(?P<{part}>.*?)" if place % 2 else re.escape(part) for place, part in enumerate(parts)
    )
    words = frozenset(WHOLE_WORD.findall(NAME.sub(GAP, text)))
    return _Sentence(re.compile(pattern, re.DOTALL), words, sum(map(len, parts[::2])), said)


def _by_word(sentences: Sequence[_Sentence]) -> Mapping[str, list[int]]:
    """Where each sentence stands in the order of search, by the rarest of its words: so a text is
    compared with few of them. Those without a word are under none."""
    often = Counter(word for each in sentences for word in each.words)
    found: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(sentences):
        rarest = min(each.words, key=lambda word: (often[word], word), default="")
        found[rarest].append(at)
    return found


def _bracket(text: str) -> tuple[str, str] | None:
    """What stands before the brackets at the end of a text, and what in them."""
    if not text.endswith(")"):
        return None
    depth = 0
    for at in range(len(text) - 1, 0, -1):
        depth += (text[at] == ")") - (text[at] == "(")
        if not depth:
            return (text[: at - 1], text[at + 1 : -1]) if text[at - 1] == " " else None
    return None


def _figures(text: str) -> str:
    """Amounts, days and percentages in the reader's notation."""
    return FIGURE.sub(_figure, text)


def _figure(found: re.Match[str]) -> str:
    if found["money"]:
        return notation.money(notation.figures(found["money"][1:]))
    return notation.day(found["day"]) if found["day"] else notation.percentage(found["percent"])
