"""Who may send a command, stated once, on the command itself.

The web's gate, the decision, the API description and the office's page *Who may do what* all read
it there."""

from __future__ import annotations

from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from pitboss.floor.facts.values import DEVICES, INSPECTOR, ROLES, TILL
from pitboss.money import Cents
from pitboss.refusal import Refusal

DEALERS = ("dealer", "supervisor", "executive")
SUPERVISORS = ("supervisor", "executive")
APPROVERS = ("supervisor", "executive", "accounting")
ACCOUNTANTS = ("accounting", "executive")
TECHNICIANS = ("technician", "executive")
CHANGERS = (*APPROVERS, "technician")
STAFF = tuple(role for role in ROLES if role not in ("dealer", INSPECTOR))
READERS = (*STAFF, INSPECTOR)  # who may sign on to read


def role_too_low(
    badge: str,
    role: str,
    roles: tuple[str, ...],
    *,
    above_cents: Cents | None = None,
    rule: str = "",
) -> Refusal:
    """Whose badge is refused and whose is needed, in the same words at tables, in the office and in
    a site file. Awards over `above_cents` need the highest of these roles; `rule` is the law's."""
    named = {"where": badge, "role": role, "rule": rule}
    if above_cents is None:
        return Refusal("ROLE_TOO_LOW", "badge", **named, roles=dict.fromkeys(roles))
    return Refusal("ROLE_TOO_LOW", "award", **named, above=above_cents, highest=roles[-1])


# Where a command comes from, besides the kinds of devices: anyone signed on, or a page of its own
# that works out the rest of the command. Only the server sends a command without a place.
CONSOLE, SENSOR = "console", "sensor"
ANYWHERE = "anywhere"
OWN_PAGE = "page"

# Other people a command involves.
CONCERNED = "concerned"  # whose badge it is
REQUESTER = "requester"  # who requested the change
DEALER = "dealer"  # of the table's open round, or of the round of a prize by hand
CONFIRMER = "confirmer"  # who confirmed the award
DEALT = "dealt"  # who dealt the round of the award
PAYER = "payer"  # who paid the award before, though the payment was voided
MAKER = "maker"  # who took the award off its meter by hand
COUNTERS = "counters"  # who counted the box
ENROLLER = "enroller"  # who made the device's code

# Cases in which fewer people may ask than a command's roles say.
REQUESTER_ABOVE = "requester_above"  # an executive requested the change: no supervisor
OTHER_TABLE = "other_table"  # another dealer's table: no dealer
RELIEF = "relief"  # a swipe that nobody asked for: only a dealer
LAST_STEP = "last_step"  # the table plays again: a supervisor or executive


class Permission(Struct, frozen=True, kw_only=True, dict=True):
    """Who may ask, and where. `roles` are those of every badge it takes, `badge_field` is where the
    command keeps the badge or badges; without it the command takes none. Two people are never the
    same; one of them must have the role `one_is`; `narrowed_by` names cases in which some of the
    roles may not ask."""

    at: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    roles_away: tuple[str, ...] | None = None  # from any browser; None: the same roles
    badge_field: str = ""
    one_is: str = ""
    differs_from: tuple[str, ...] = ()
    same_as: str = ""
    narrowed_by: tuple[str, ...] = ()
    before_opening: bool = False  # while nothing is on the floor, nobody has to agree
    confirms: bool = False  # confirms an award: the jurisdiction decides where
    by_amount: bool = False  # depends on the table's awards: the refusal says who can
    server_stands_in: bool = False  # the server or its command line may send it, without a badge
    dealer_stands_in: bool = False  # at the table, a signed-in dealer need not swipe
    holder_stands_in: bool = False  # at the table, the key owner need not swipe again

    @property
    def away(self) -> tuple[str, ...]:
        """The roles that may ask away from the command's table."""
        return self.roles if self.roles_away is None else self.roles_away

    @property
    def without_badge(self) -> bool:
        """Whether a person known at the table counts without a badge."""
        return self.dealer_stands_in or self.holder_stands_in

    @cached_property
    def people(self) -> int:
        """How many badges it takes."""
        if not self.badge_field:
            return 0
        return 1 if self.badge_field == "badge" else 2

    @cached_property
    def devices(self) -> tuple[str, ...]:
        """The kinds of devices that may send it at the command's own table."""
        return tuple(place for place in self.at if place in DEVICES)

    @property
    def is_asked(self) -> bool:
        """Whether anybody outside the server sends it, from a device or signed on."""
        return bool(self.devices) or ANYWHERE in self.at


# Common permissions.
ONE_APPROVER = Permission(at=(ANYWHERE,), roles=APPROVERS, badge_field="badge")
TWO_APPROVERS = Permission(at=(ANYWHERE,), roles=APPROVERS, badge_field="badges")
TWO_ON_A_PAGE = replace(TWO_APPROVERS, at=(OWN_PAGE,))
TWO_AT_TILL = replace(TWO_APPROVERS, at=(TILL,))
ONE_ACCOUNTANT = Permission(at=(ANYWHERE,), roles=ACCOUNTANTS, badge_field="badge")
TWO_ACCOUNTANTS = replace(ONE_ACCOUNTANT, badge_field="badges", one_is="accounting")
ONE_CHANGER = Permission(at=(ANYWHERE,), roles=CHANGERS, badge_field="badge")
TWO_CHANGERS = replace(
    ONE_CHANGER, badge_field="by", one_is="executive", differs_from=(CONCERNED,)
)  # the badge's owner
ONE_SUPERVISOR = Permission(at=(CONSOLE, ANYWHERE), roles=SUPERVISORS, badge_field="badge")
TECHNICIAN_OR_SERVER = Permission(
    at=(OWN_PAGE,), roles=TECHNICIANS, badge_field="badge", server_stands_in=True
)
ONE_OR_SERVER = Permission(
    roles=("supervisor", *TECHNICIANS), badge_field="badge", server_stands_in=True
)
