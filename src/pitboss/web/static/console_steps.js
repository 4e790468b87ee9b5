// What each console sheet asks, and the command it sends.

import { bothWords, dollars, element, isSerious, limitOf, say, sharedWords, whyWords, words } from "./live.js";
import { stepList } from "./shuffler.js";
import { envyBySeat, envyWords } from "./envy.js";
import { isHeld, listOf, sourceWord } from "./console_hands.js";

const text = words.console.sheet;
const HEADS = [text.seat, text.hand, text.source, text.amount];
const PRIZE_SHEETS = ["confirm", "key_jackpot", "jackpot"]; // their amounts follow the meters

/** The sheets of a console, by name; `ask(label, name, body, options)` sends the command, and
    `stepWord(step)` is what this table's keypad calls a step. */
export function sheets({ view, sheet, data, ask, stepWord }) {
  const quiet = { quiet: true };

  /** The names offered beside the PIN: people who may do it and don't deal here. */
  function able(role = "supervisor") {
    const others = data.people.filter((person) => person.badge !== view.board.dealer?.badge);
    return role === "executive" ? others.filter((person) => person.role === role) : others;
  }

  /** A list's reasons, as the dealer reads them and as they are recorded. */
  function reasonsFor(list) {
    return data.reasons[list].map((key) => ({ shown: words.offered[key], recorded: key }));
  }

  /** A sheet that takes a badge and maybe a reason, and sends one command. */
  function badged(kind, { title, more = "", go, needs = text.needs_any, why = "", people = able(), reasons = null, reasonIsPress = false, name, body = {}, withSwipe = true }) {
    sheet.open({
      kind,
      title,
      note: reasons && withSwipe ? text.reason_then_swipe : "",
      content: more ? [element("p", { class: "lead" }, more)] : [],
      go,
      badge: withSwipe ? { needs, why, people } : null,
      reasons,
      reasonIsPress,
      done: (swipe, reason) =>
        ask(go, name, { ...body, ...(swipe ? { swipe } : {}), ...(reasons ? { reason } : {}) }, quiet),
    });
  }

  /** The awards a press records, in payment order: all for a swipe, one mark's for J-POT. */
  function prizes(due) {
    const rows = due.awards.map((award) => [
      String(award.seat),
      award.hand,
      sourceWord(award, view.jackpots),
      dollars(award.total_cents),
    ]);
    const shared = due.shared.map((hand) => element("p", { class: "lead shared" }, sharedWords(hand)));
    const list = listOf(HEADS, rows, due.total_cents);
    return element("div", { "data-part": "prizes", "data-cents": due.total_cents }, ...shared, list);
  }

  /** The open sheet's subject with current meters; null once nothing is left of it. */
  function shownNow() {
    const { confirm, next } = view.board;
    if (!confirm || (sheet.kind === "jackpot" && next !== "j_pot")) return null;
    return confirm;
  }

  /** What other seats get when the round ends; no line if nothing. */
  function envyLines(envy) {
    const said = `${text.envy}: ${envyWords(envy)}`;
    return envy.length ? [element("p", { class: "lead quiet", "data-part": "envy" }, said)] : [];
  }

  const holds = (pay) => isHeld(pay, view.board.forms);

  function envyRows(envy) {
    return listOf(
      null,
      envyBySeat(envy).map((line) => [
        `${words.common.seat} ${line.seat}`,
        [
          ...line.hands.map((pay) => say(text.envy_for, { seat: pay.seat_hit, hand: pay.hand })),
          ...(line.hands.some(holds) ? [text.envy_form] : []),
        ].join(", "),
        dollars(line.cents),
      ]),
      null,
    );
  }

  /** The checklist for these awards, and the box that confirms it before a swipe. */
  function checks(awards, { withBox }) {
    const due = data.checks.filter((check) => awards.some((award) => award.total_cents >= check.from_cents));
    const lines = due.map((check) => element("li", {}, check.text));
    const box = element("label", {}, element("input", { type: "checkbox" }), element("span", {}, words.checklist.done));
    return element(
      "fieldset",
      { class: "checks" },
      element("legend", {}, words.checklist.title),
      element("ul", {}, ...lines),
      withBox ? box : null,
    );
  }

  /**
   * Someone confirms having looked at each line: by the box, before a swipe confirms a meter's
   * money or an executive's amount; after a PIN by the button itself, which says so.
   */
  function unchecked(list, swipe) {
    const box = list.querySelector("input");
    if (!swipe.track || box.checked || !isSerious(view.board.confirm)) return "";
    box.focus(); // it may be out of sight below a long list
    return words.checklist.first;
  }

  /**
   * A winner at an older keypad: the supervisor's key to JPH, then J-POT (PS-5). The badge or PIN
   * is the key, the button is J-POT; each is a command with its own row. After a swipe the list
   * stays open for J-POT, whose label says that someone has looked.
   */
  function keyAndJackpot(confirm) {
    sheet.open({
      ...jackpotSheet(confirm),
      kind: "key_jackpot",
      title: say(text.key, { position: "JPH" }),
      note: confirm.due.shared.length ? text.key_then_shared : text.key_then,
      badge: { needs: text[`needs_${confirm.role}`], why: limitOf(confirm), people: able(confirm.role) },
      done: async (swipe) => {
        const turned = await ask(`${text.key_go} JPH`, "turn-key", { position: "JPH", swipe }, quiet);
        if (!turned.accepted) return turned;
        if (view.board.next === "key_jph") {
          const amount = dollars(confirm.limit_cents);
          return { accepted: false, code: "", reason: say(text.key_not_enough, { amount }) };
        }
        if (swipe.track && view.board.next === "j_pot") return { ...turned, opens: openJackpot };
        return swipe.track ? turned : pressJackpot(confirm.due);
      },
    });
  }

  function openJackpot() {
    sheet.open(jackpotSheet(view.board.confirm));
  }

  /** J-POT with its award, or all shares of it, and the checklist. */
  function jackpotSheet({ due, envy, both }) {
    return {
      kind: "jackpot",
      title: due.shared.length ? text.jackpot_shared : text.jackpot,
      content: [
        prizes(due),
        ...bothWords({ both }).map((said) => element("p", { class: "lead also" }, said)),
        ...envyLines(envy),
        checks(due.awards, { withBox: false }),
      ],
      go: text.jackpot_go,
      sub: dollars(due.total_cents),
      badge: null,
      reasons: null,
      done: () => pressJackpot(due),
    };
  }

  function pressJackpot({ awards: [{ seat, sensor }] }) {
    return ask(words.console.step.j_pot, "press-jackpot", { spot: { seat, sensor } }, quiet);
  }

  /** The letter's steps with a box each; or the shuffler works again on its own. */
  function replacement(steps, done) {
    const { list, through } = stepList(steps, done);
    const works = element("input", { type: "checkbox" });
    sheet.open({
      kind: "shuffler",
      title: text.shuffler_steps,
      note: text.shuffler_tick,
      content: [list, element("label", { class: "works" }, works, element("span", {}, text.shuffler_works))],
      go: text.shuffler_done,
      badge: { needs: text.needs_dealer, why: text.shuffler_last, people: able() },
      reasons: null,
      ready: () => (works.checked || through() > done ? "" : text.shuffler_first),
      done: (swipe) =>
        works.checked
          ? ask(text.shuffler_works, "clear-shuffler", { swipe, reason: "@shuffler_works" }, quiet)
          : ask(text.shuffler_done, "take-shuffler-steps", { swipe, through: through() }, quiet),
    });
  }

  return {
    signIn() {
      badged("sign-in", {
        people: [],
        title: say(text.sign_in, data),
        go: text.sign_in_go,
        needs: text.needs_dealer,
        name: "sign-in",
      });
    },

    signOut() {
      badged("sign-out", {
        title: say(text.sign_out, data),
        go: text.sign_out_go,
        name: "sign-out",
        withSwipe: false,
      });
    },

    confirm() {
      const { confirm } = view.board;
      if (!confirm) return;
      const list = checks(confirm.awards, { withBox: true });
      const content = [prizes(confirm.due)];
      for (const said of [...confirm.unmarked.map((spot) => say(text.also, spot)), ...bothWords(confirm)]) {
        content.push(element("p", { class: "lead also" }, said));
      }
      if (confirm.awards.some((award) => award.level && view.jackpots.get(award.jackpot)?.wide)) {
        content.push(element("p", { class: "lead also" }, words.wide.confirm));
      }
      content.push(...envyLines(confirm.envy));
      sheet.open({
        kind: "confirm",
        title: text.confirm,
        note: text.order,
        content: [...content, list],
        go: words.checklist.go,
        sub: dollars(confirm.total_cents),
        badge: { needs: text[`needs_${confirm.role}`], why: limitOf(confirm), people: able(confirm.role) },
        reasons: null,
        ready: (swipe) => unchecked(list, swipe),
        done: (swipe) => ask(words.console.step.confirm, "confirm-awards", { swipe }, quiet),
      });
    },

    jackpot: openJackpot,

    /**
     * The open prize list follows the meter, and says when another table's award lowered it; it
     * closes when nothing is left to confirm.
     */
    refresh() {
      if (!PRIZE_SHEETS.includes(sheet.kind) || sheet.busy) return;
      const shown = shownNow();
      if (!shown) {
        sheet.close();
        return;
      }
      const amount = dollars(shown.due.total_cents);
      const before = sheet.refresh("prizes", prizes(shown.due), amount);
      for (const line of envyLines(shown.envy)) sheet.refresh("envy", line);
      if (before && Number(before.dataset.cents) > shown.due.total_cents) sheet.say(say(text.lowered, { amount }));
    },

    end() {
      const isPartHeld = view.board.envy.some(holds);
      const go = say(isPartHeld ? text.end_held_go : text.end_go, { end: stepWord("end") });
      sheet.open({
        kind: "end",
        title: isPartHeld ? text.end_held : text.end,
        content: [envyRows(view.board.envy)],
        go,
        badge: null,
        reasons: null,
        done: () => ask(go, "end-round", {}, quiet),
      });
    },

    share(hand, spot) {
      const seats = view.board.spots.filter((each) => each.sensor === spot.sensor).map((each) => each.seat);
      const chosen = new Set(seats);
      const buttons = seats.map((seat) => {
        const label = `${words.common.seat} ${seat}`;
        const button = element("button", { type: "button", class: "choice", "aria-pressed": "true" }, label);
        button.addEventListener("click", () => {
          if (!chosen.delete(seat)) chosen.add(seat);
          button.setAttribute("aria-pressed", String(chosen.has(seat)));
        });
        return button;
      });
      sheet.open({
        kind: "share",
        title: `${hand.hand}: ${text.share}`,
        content: [element("p", { class: "lead" }, text.share_more), element("div", { class: "reasons" }, ...buttons)],
        go: text.share_go,
        badge: null,
        reasons: null,
        ready: () => (chosen.has(spot.seat) ? "" : say(text.share_first, spot)),
        done: () => {
          const sharers = [...chosen].sort((one, other) => one - other);
          return ask(hand.hand, "press-hand", { spot, outcome: hand.outcome, sharers }, quiet);
        },
      });
    },

    void() {
      badged("void", {
        title: text.void,
        more: text.void_more,
        go: text.void_go,
        reasons: reasonsFor("void"),
        name: "void-round",
      });
    },

    pause() {
      badged("pause", {
        people: [],
        title: say(text.pause, data),
        go: text.pause_go,
        needs: text.needs_dealer,
        reasons: reasonsFor("pause"),
        name: "pause-table",
      });
    },

    resume() {
      badged("resume", {
        title: say(text.resume, data),
        more: `${words.phase.paused}: ${whyWords(view.board.why)}`,
        go: text.resume_go,
        reasons: reasonsFor("resume"),
        name: "resume-table",
      });
    },

    /** A reason calls at once, without a second press. */
    call() {
      badged("call", {
        title: text.call,
        go: text.call_go,
        reasons: reasonsFor("call"),
        reasonIsPress: true,
        name: "call-supervisor",
        withSwipe: false,
      });
    },

    hands(count) {
      badged("hands", {
        title: say(text.hands, { count }),
        more: say(text.hands_more, { before: view.board.hands, count }),
        go: text.hands_go,
        reasons: reasonsFor("hands"),
        name: "correct-hands",
        body: { hands: count },
        withSwipe: false,
      });
    },

    answer() {
      badged("answer", { title: text.answer, go: text.answer_go, name: "answer-call" });
    },

    shuffler() {
      const { steps, out, done } = view.board.shuffler;
      if (out) {
        replacement(steps, done);
        return;
      }
      badged("shuffler", {
        people: [],
        title: text.shuffler,
        more: text.shuffler_more,
        go: text.shuffler_go,
        needs: text.needs_dealer,
        reasons: reasonsFor("shuffler"),
        name: "report-shuffler",
      });
    },

    key(position) {
      const { confirm } = view.board;
      if (position === "JPH" && confirm) {
        keyAndJackpot(confirm);
        return;
      }
      badged("key", {
        title: say(text.key, { position }),
        go: `${text.key_go} ${position}`,
        name: "turn-key",
        body: { position },
      });
    },
  };
}
