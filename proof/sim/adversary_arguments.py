"""Arguments for any command of the floor, drawn from what the events have shown, and absurd ones.

A field is drawn by its name, otherwise by its type, so a new command needs nothing here."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, get_args, get_origin, get_type_hints

from msgspec import Struct, structs

from pitboss.floor.facts import days, paying_over, values
from pitboss.floor.facts.base import Command
from pitboss.floor.facts.jackpots import WonAt
from pitboss.local_time import WRITTEN, local, local_day
from pitboss.money import CENTS_MOST, Cents, Ppm
from pitboss.rules import catalog
from proof.sim.adversary_books import AdversaryBooks
from proof.sim.adversary_seen import SeenRound
from proof.sim.people import Clock
from proof.sim.site import PAPERS, DrawnSite

PLAUSIBLE_PERCENT = 96  # of the fields
DAY_MS = 86_400_000
PLAIN = (str, int, bool)
DIGEST = re.compile(r"[0-9a-f]{64}")
GROUNDS = ("excluded", "excluded", "under_age", "dispute", "no_identity", "malfunction")
# Random values for a field with this name.
CHOICES: Mapping[str, tuple[Any, ...]] = {
    "adjustment": (
        "won", "won", "faulty_display", "over_limit", "gross_receipts", "seed_recovery",
    ),
    "approval": (PAPERS,),
    "archives": ((),),
    "deck_cards": (52,),
    "exclusion": ("not listed, ann",),
    "folded": (*(False,) * 19, True),
    "group": ((),),
    "group_checks": ((),),
    "hands": (0, 0, 2, 3),
    "house_prizes": ((),),
    "identical_seats": ((), (), (), None, (1,)),
    "identity": ("", "", values.IDENTITIES[0]),
    "key_number": ("7",),
    "last_four": ("1234",),
    "learned": ("",),
    "lines": ((),),
    "method": (*values.PAYMENTS, "check", "check"),
    "of_age": (True,),
    "person": ("winner-a", "winner-b"),
    "position": ("JPH", "RUN"),
    "proof": ("drawn with one paytable",),
    "relief": (True,),
    "report": ("closing_liability",),
    "role": values.ROLES,
    "same": ((),),
    "seat": (1, 2, 3, 4),
    "sent": ("",),
    "sha256": ("0" * 64,),
    "shift": (1,),
    "state": ("WA",),
    "step": tuple(values.STEP_FIELDS),
    "tax_borne_cents": (Cents(0),),
    "tax_collected_cents": (Cents(0),),
    "tax_form": ("W-2G", "W-2G", *values.TAX_FORMS),
    "winner_signed": (True,),
}  # fmt: skip
PURPOSES: Mapping[str, tuple[str, ...]] = {
    "RecordWithdrawal": ("prize", "surplus", "surplus", "seizure", "correction", "fee"),
    "PayOver": paying_over.KEPT_FOR_OTHERS,
}
ABSURD: Mapping[type, tuple[Any, ...]] = {
    str: (
        "",
        " ",
        "nobody",
        "x" * 300,
        "\x00",
        "0001-01-01",
        "9999-12-31",
        "T99",
        "paper-1",
        "457",
    ),
    int: (0, -1, 1, 99, 10**9, 2**53 - 1, -(2**53) + 1),
}


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


class Arguments:
    """Draws commands. Fields drawn earlier in a command influence later ones."""

    def __init__(
        self, chance: random.Random, clock: Clock, site: DrawnSite, books: AdversaryBooks
    ) -> None:
        self._chance = chance
        self._clock = clock
        self._site = site
        self._books = books
        self._numbers = 0
        self._digest = "0" * 64
        self._drawn: dict[str, Any] = {}
        self.changes: list[str] = []  # by name, newest last; so are these
        self.papers: list[str] = []
        self.references: list[str] = []

    def draw(self, kind: type[Command], given: Mapping[str, Any]) -> Command:
        """Draw a command of a kind, with some fields given."""
        self._drawn = dict(given)
        made: Any = self._struct(kind, given)
        assert isinstance(made, Command)
        return made

    def hear(self, refused: str) -> None:
        """A refusal may say what an approval is needed for."""
        if found := DIGEST.search(refused):
            self._digest = found[0]

    # ---- by type ------------------------------------------------------------------------------

    def _field(self, name: str, hint: Any, of: type) -> Any:
        """A field's value: usually by its name."""
        is_plausible = self._chance.randrange(100) < PLAUSIBLE_PERCENT
        is_plausible |= name in getattr(of, "worked_out", ())  # askers don't fill these in
        draw: Callable[[type], Any] | None = getattr(self, f"_a_{name}", None)
        if is_plausible and (draw is not None or name in CHOICES):
            drawn = draw(of) if draw is not None else self._chance.choice(CHOICES[name])
            if hint not in PLAIN or type(drawn) is hint:  # else another field has the name, too
                return drawn
        return self._of_type(hint, plausible=is_plausible)

    def _of_type(self, hint: Any, *, plausible: bool) -> Any:
        chance, parts = self._chance, get_args(hint)
        if hasattr(hint, "__supertype__"):
            return self._a_cents(object) if plausible else chance.choice(ABSURD[int])
        if hint is bool:
            return chance.randrange(2) == 0
        if hint in ABSURD:
            return (
                chance.choice(ABSURD[hint])
                if not plausible
                else ("as it was" if hint is str else 1)
            )
        if isinstance(hint, type) and issubclass(hint, Struct):
            return self._struct(hint, {})
        if get_origin(hint) is tuple and parts[-1] is ...:
            return tuple(
                self._of_type(parts[0], plausible=plausible) for _ in range(chance.randrange(3))
            )
        if get_origin(hint) is tuple:
            return tuple(self._of_type(part, plausible=plausible) for part in parts)
        if get_origin(hint) is dict:
            pairs = [[self._of_type(part, plausible=plausible) for part in parts]]
            return dict(pairs[: chance.randrange(2)])
        if hint is NoneType:
            return None
        return self._of_type(chance.choice(parts), plausible=plausible)

    def _struct(self, kind: type[Struct], given: Mapping[str, Any]) -> Struct:
        """A struct, field by field; later ones may depend on earlier ones."""
        fields = dict(given)
        for name in kind.__struct_fields__:
            if name not in given:
                fields[name] = self._field(name, _hints(kind)[name], kind)
                self._drawn.setdefault(name, fields[name])
        return kind(**fields)

    # ---- people -------------------------------------------------------------------------------

    def _badge_of(self, roles: tuple[str, ...]) -> str:
        staff = list(self._books.staff.items())
        fitting = [badge for badge, role in staff if role in roles]
        if fitting and self._chance.randrange(100) < PLAUSIBLE_PERCENT:
            return self._chance.choice(fitting)
        return self._chance.choice([badge for badge, _ in staff])

    def _a_badge(self, of: type) -> str:
        if not issubclass(of, Command):
            return self._badge_of(values.ROLES)
        if of.__name__ == "SignIn" and self._chance.randrange(2):
            return self._badge_of(("supervisor",))  # whoever pays elsewhere
        if of.permission.badge_field != "badge":  # the person it is about
            return self._chance.choice((*self._books.staff, "zoe"))
        return self._badge_of(of.permission.roles)

    def _a_badges(self, of: Any) -> tuple[str, str]:
        permission = of.permission
        second = (permission.one_is,) if permission.one_is else permission.roles
        for _ in range(4):  # usually two
            first, other = self._badge_of(permission.roles), self._badge_of(second)
            if first != other:
                break
        return (first, other) if self._chance.randrange(2) else (other, first)

    _a_by = _a_badges

    def _a_witness(self, of: type) -> str:
        return self._badge_of(("supervisor", "accounting", "executive"))

    # ---- the floor ----------------------------------------------------------------------------

    def _a_table(self, of: type) -> str:
        playing = list(self._books.open_rounds)
        if of.__name__ == "PressHand" and playing and self._chance.randrange(4):
            return self._chance.choice(playing)
        return self._chance.choice(list(self._books.tables))

    def _a_jackpot(self, of: type) -> str:
        if of.__name__ == "CancelPrize" and self._chance.randrange(4):
            return ""  # its own
        played = self._books.tables.get(self._drawn.get("table", ""))
        if of.__name__ == "ReportMalfunction" and played:
            return self._chance.choice(played)
        named = list(self._books.terms)
        with_meters = sorted({jackpot for jackpot, _ in self._books.levels})
        return self._chance.choice(self._chance.choice((named, with_meters or named)))

    def _a_into(self, of: type) -> str:
        return self._a_jackpot(of)

    def _a_level(self, of: type) -> str:
        if self._drawn.get("jackpot") == "":
            return ""
        terms = self._books.terms.get(self._drawn.get("jackpot", ""))
        named = [each.level for each in terms.levels] if terms is not None else []
        return self._chance.choice(named or ["main"])

    def _round(self) -> SeenRound | None:
        table = self._drawn.get("table", "")
        return self._books.open_rounds.get(table) if isinstance(table, str) else None

    def _a_spots(self, of: type) -> tuple[values.Spot, ...]:
        found = next(
            (each for each in self._site.tables if each.name == self._drawn["table"]), None
        )
        if found is None:
            return ()
        sensors = range(1, len(self._books.tables[found.name]) + 1)
        every = [
            values.Spot(seat, sensor) for seat in range(1, found.seats + 1) for sensor in sensors
        ]
        return tuple(self._chance.sample(every, self._chance.randint(0, len(every))))

    def _a_spot(self, of: type) -> values.Spot:
        """A wager of the open round; now and then one in a round with a prize."""
        found = self._round()
        spots = sorted(found.spots) if found is not None else []
        if found is not None and self._chance.randrange(3) == 0:
            won = {each.wager[2] for each in self._books.prizes_in(found)}
            spots = [spot for spot in spots if spot[0] in won] or spots
        return values.Spot(*self._chance.choice(spots or [(1, 1)]))

    def _a_outcome(self, of: type) -> str:
        jackpots = [each for each in self._site.jackpots if each.outcomes]
        found, spot = self._round(), self._drawn.get("spot")
        if (
            found is not None
            and isinstance(spot, values.Spot)
            and 0 < spot.sensor <= len(found.jackpots)
        ):
            named = found.jackpots[spot.sensor - 1]
            jackpots = [each for each in jackpots if each.name == named] or jackpots
        elif "paper" in self._drawn:
            return self._chance.choice(("paid", "denied", "withdrawn"))
        return self._chance.choice(self._chance.choice(jackpots).outcomes)

    def _a_sharers(self, of: type) -> tuple[int, ...]:
        """Some or all people with the wager if the hand is shared; rarely if it isn't."""
        found, spot, chance = self._round(), self._drawn.get("spot"), self._chance
        if found is None or not isinstance(spot, values.Spot) or not self._is_shared(found, spot):
            return chance.choice((*((),) * 9, (1, 2)))
        seats = [seat for seat, sensor in sorted(found.spots) if sensor == spot.sensor]
        return chance.choice(((), tuple(seats), tuple(chance.sample(seats, len(seats) // 2))))

    def _is_shared(self, found: SeenRound, spot: values.Spot) -> bool:
        terms = self._books.terms.get("".join(found.jackpots[spot.sensor - 1 : spot.sensor]))
        outcome = self._drawn.get("outcome")
        paytable = self._books.paytables[terms.paytable] if terms is not None else None
        return paytable is not None and outcome in paytable.outcomes and paytable.is_shared(outcome)

    def _a_round(self, of: type) -> int:
        table = self._drawn.get("table", "")
        known = [number for at, number in self._books.rounds if at == table]
        return self._chance.choice(known[-6:] or [1])

    # ---- prizes -------------------------------------------------------------------------------

    def _a_award(self, of: type) -> str:
        known = list(self._books.prizes.values())
        wanted = "paid" if of.__name__ == "VoidPayment" else "owed"
        fitting = [each for each in known if each.status == wanted and each.owed_cents]
        if of.__name__ == "BackOutAward" and self._chance.randrange(2):
            playing = self._books.open_rounds.values()
            fitting = [
                each for found in playing for each in self._books.prizes_in(found)
            ] or fitting
        found = self._chance.choice((known[-8:], fitting[-8:], fitting[-8:]))
        return self._chance.choice(found).name if found else "T1-1-1.1"

    def _a_ground(self, of: type) -> str:
        return self._chance.choice(
            values.COVER_GROUNDS if of.__name__ == "RecordCover" else GROUNDS
        )

    def _a_to(self, of: type) -> str:
        named = catalog.profile(self._site.profile).law.forfeit_to.value
        return self._chance.choice((*(named or ("the agency",)), self._badge_of(values.ROLES)))

    def _a_found(self, of: type) -> str:
        prize = self._books.prizes.get(self._drawn.get("award", ""))
        return prize.outcome if prize is not None else ""

    def _a_won_ms(self, of: type) -> int:
        prize = self._books.prizes.get(self._drawn.get("award", ""))
        return prize.won_ms if prize is not None else 0

    def _a_shown_at(self, of: type) -> str:
        return self._a_exclusion_list(of)

    def _a_exclusion_list(self, of: type) -> str:
        return local(self._clock.at_ms, "UTC").strftime(WRITTEN)

    def _a_check_number(self, of: type) -> str:
        return self._number("") if self._drawn.get("method", "check") == "check" else ""

    def _a_seal(self, of: type) -> str:
        return self._number("bag ")

    def _number(self, text: str) -> str:
        self._numbers += 1
        return f"{text}{1000 + self._numbers}"

    # ---- money --------------------------------------------------------------------------------

    def _a_cents(self, of: type) -> Cents:
        """About what signs show, what is owed, what the account holds, or its surplus."""
        books, chance = self._books, self._chance
        shown = list(books.shown_cents().values())
        owed = [each.owed_cents for each in list(books.prizes.values())[-4:]]
        required = -(-books.required_micros() // 1_000_000)
        near = [
            1,
            100,
            12_345,
            required,
            books.bank_cents,
            books.bank_cents - required,
            *shown,
            *owed,
        ]
        cents = chance.choice(near) + chance.choice((0, 0, 0, 1, -1))
        if of.__name__ in ("AdjustMeter", "ReportMalfunction"):
            place = self._drawn.get("jackpot", ""), self._drawn.get("level", "")
            at = books.shown_cents().get(place, 1)
            cents = abs(chance.choice((cents, 1, at, at // 2, at // 4)))
        if of.__name__ == "AdjustMeter":
            cents = -cents
            upward = self._drawn.get("adjustment") == "faulty_display" and chance.randrange(3) == 0
            cents = -cents if upward else cents
            if self._drawn.get("adjustment") == "won":
                cents = chance.choice((0, 0, cents))  # as the hand pays
        return Cents(cents)

    def _a_purpose(self, of: type) -> str:
        return self._chance.choice(PURPOSES.get(of.__name__, ("deposit", "deposit", "interest")))

    def _a_closing_cents(self, of: type) -> Cents:
        return Cents(self._books.bank_cents + self._chance.choice((0, 0, -1, 100, -55_002)))

    def _a_won_at(self, of: type) -> WonAt | None:
        """A recently locked wager on this jackpot, usually with a hand of its meter."""
        jackpot, chance = self._drawn.get("jackpot"), self._chance
        played = [each for each in self._books.rounds.values() if jackpot in each.jackpots]
        drawn = next((each for each in self._site.jackpots if each.name == jackpot), None)
        if self._drawn.get("adjustment") != "won" or not played or drawn is None:
            return None
        found = chance.choice(played[-6:])
        spots = [spot for spot in found.spots if found.jackpots[spot[1] - 1] == jackpot]
        spot = values.Spot(*chance.choice(sorted(spots) or [(1, 1)]))
        level = self._drawn.get("level")
        paid = [
            each
            for each in drawn.outcomes
            if getattr(drawn.paytable.prize(each), "level", "") == level
        ]
        outcome = chance.choice(chance.choice((paid, paid, drawn.outcomes)) or drawn.outcomes)
        return WonAt(found.table, found.number, spot, outcome)

    def _a_amount_reason(self, of: type) -> str:
        is_other = self._drawn.get("adjustment") == "won" and self._drawn.get("cents")
        return "as the cameras show" if is_other else ""

    def _a_corrects(self, of: type) -> Any:
        if of.__name__ == "AdjustMeter":
            return self._chance.choice((None, None, 1))
        return self._a_reference(of) if self._drawn.get("purpose") == "correction" else ""

    def _a_evidence(self, of: type) -> str:
        if self._drawn.get("adjustment") == "won" or "award" in self._drawn:
            return "" if self._drawn.get("adjustment") else "camera 7"
        place = self._drawn.get("jackpot"), self._drawn.get("level")
        known = self._books.notices.items()
        notices = [name for name, each in known if each.place == place] or [*self._books.notices]
        notices = notices[-3:]
        return self._chance.choice(("", "closing_liability 1", *notices, *notices))

    def _a_reference(self, of: type) -> str:
        known = self.references[-4:]
        return self._chance.choice((self._number("slip "), self._number("slip "), *known))

    def _a_day(self, of: type) -> str:
        back = self._chance.choice((0, 0, 1, 2))
        return local_day(self._clock.at_ms - back * DAY_MS, "UTC")

    _a_from_day = _a_to_day = _a_day

    def _a_last_day(self, of: type) -> str:
        return local_day(self._clock.at_ms + self._chance.choice((0, 1, 40)) * DAY_MS, "UTC")

    _a_until = _a_last_day

    def _a_signs(self, of: type) -> tuple[days.SignReading, ...]:
        return tuple(
            days.SignReading(*at, Cents(cents)) for at, cents in self._books.shown_cents().items()
        )

    def _a_to_ms(self, of: type) -> int:
        return self._clock.at_ms

    def _a_from_ms(self, of: type) -> int:
        return self._chance.choice((0, self._clock.at_ms + 1000))

    def _a_bundle(self, of: type) -> str:
        return self._digest

    # ---- papers and changes -------------------------------------------------------------------

    def _a_paper(self, of: type) -> str:
        return self._chance.choice(self.papers[-4:] or ["paper-1"])

    def _a_change(self, of: type) -> str:
        return self._chance.choice(self.changes[-4:] or ["change-1"])

    def _a_what(self, of: type) -> Any:
        chance, books = self._chance, self._books
        jackpot, into = self._a_jackpot(of), self._a_jackpot(of)
        levels, others = books.terms[jackpot].levels, books.terms[into].levels
        pairs = tuple((mine.level, chance.choice(others).level) for mine in levels if others)
        table = self._a_table(of)
        draws: tuple[Callable[[], Any], ...] = (
            lambda: values.SetTerms(jackpot=jackpot, levels=tuple(map(self._reset, levels))),
            lambda: values.SetTerms(jackpot=jackpot, executive_above_cents=self._a_cents(object)),
            lambda: values.SetTerms(jackpot=jackpot, lock_at_mark=chance.randrange(2) == 0),
            lambda: values.Transfer(jackpot=jackpot, into=into, pairs=pairs),
            lambda: values.Retire(
                jackpot=jackpot, into=into, pairs=pairs, seed_to_house=chance.randrange(2) == 0
            ),
            lambda: values.SetTable(table=table, jackpots=(jackpot,)),
            lambda: values.CloseTable(table=table),
        )
        return chance.choices(draws, weights=(8, 2, 2, 2, 1, 1, 0.2))[0]()

    def _reset(self, level: values.LevelSetting) -> values.LevelSetting:
        """A level with another seed, rate or maximum."""
        chance = self._chance
        seed = Cents(
            chance.choice((level.seed_cents, level.seed_cents + 5_000, 0, CENTS_MOST // 2))
        )
        maximum = chance.choice((level.maximum_cents, None, Cents(seed + 100)))
        rate = Ppm(chance.choice((level.rate_ppm, 100_000)))
        return structs.replace(level, seed_cents=seed, maximum_cents=maximum, rate_ppm=rate)
