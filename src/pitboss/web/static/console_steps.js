// What each sheet of the console asks, and the command it ends in.

import { dollars, element, limitOf, say, whyWords, words } from "./live.js";
import { stepList } from "./shuffler.js";
import { envyBySeat, envyWords, listOf, sourceWord } from "./console_hands.js";

const text = words.console.sheet;
const HEADS = [text.seat, text.hand, text.source, text.amount];

/** The sheets of a console, by name; `ask(label, name, body, options)` sends the command. */
export function sheets({ view, sheet, data, ask }) {
  const quiet = { quiet: true };

  /** A sheet that takes a badge and perhaps a reason, and sends one command. */
  function badged(kind, { title, more = "", go, needs = text.needs_any, why = "", reasons = null, reasonIsPress = false, name, body = {}, withSwipe = true }) {
    sheet.open({
      kind,
      title,
      content: more ? [element("p", { class: "lead" }, more)] : [],
      go,
      badge: withSwipe ? { needs, why } : null,
      reasons,
      reasonIsPress,
      done: (swipe, reason) =>
        ask(go, name, { ...body, ...(swipe ? { swipe } : {}), ...(reasons ? { reason } : {}) }, quiet),
    });
  }

  function prizes(confirm) {
    const rows = confirm.awards.map((award) => [
      String(award.seat),
      award.hand,
      sourceWord(award),
      dollars(award.total_cents),
    ]);
    return listOf(HEADS, rows, confirm.total_cents);
  }

  function envyRows(envy) {
    return listOf(
      null,
      envyBySeat(envy).map((line) => [
        `${words.common.seat} ${line.seat}`,
        line.hands
          .map((pay) => say(text.envy_for, { seat: pay.seat_hit, hand: pay.hand }))
          .join(", "),
        dollars(line.cents),
      ]),
      null,
    );
  }

  function checks(confirm) {
    const due = data.checks.filter((check) =>
      confirm.awards.some((award) => award.total_cents >= check.from_cents),
    );
    return element(
      "fieldset",
      { class: "checks" },
      element("legend", {}, text.checks),
      ...due.map((check) =>
        element("label", {}, element("input", { type: "checkbox" }), element("span", {}, check.text)),
      ),
    );
  }

  /** A meter's money, or an executive's amount, wants every line ticked; the tray's does not. */
  function unchecked(list) {
    const { confirm } = view.board;
    const serious = confirm?.role === "executive" || confirm?.awards.some((award) => award.level);
    const open = [...list.querySelectorAll("input")].some((box) => !box.checked);
    return serious && open ? text.checks_first : "";
  }

  /** The letter's steps with a box for each; or the shuffler works again by itself. */
  function replacement(steps, done) {
    const { list, through } = stepList(steps, done);
    const works = element("input", { type: "checkbox" });
    sheet.open({
      kind: "shuffler",
      title: text.shuffler_steps,
      note: text.shuffler_tick,
      content: [list, element("label", { class: "works" }, works, element("span", {}, text.shuffler_works))],
      go: text.shuffler_done,
      badge: { needs: text.needs_dealer, why: text.shuffler_last },
      reasons: null,
      ready: () => (works.checked || through() > done ? "" : text.shuffler_first),
      done: (swipe) =>
        works.checked
          ? ask(text.shuffler_works, "clear-shuffler", { swipe, reason: text.shuffler_guide }, quiet)
          : ask(text.shuffler_done, "take-shuffler-steps", { swipe, through: through() }, quiet),
    });
  }

  return {
    signIn() {
      badged("sign-in", {
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
      const list = checks(confirm);
      const content = [element("div", { "data-part": "prizes" })];
      for (const spot of confirm.unmarked) {
        content.push(element("p", { class: "lead also" }, say(text.also, spot)));
      }
      if (confirm.envy.length) {
        content.push(element("p", { class: "lead quiet", "data-part": "envy" }));
      }
      sheet.open({
        kind: "confirm",
        title: text.confirm,
        note: text.order,
        content: [...content, list],
        go: text.confirm_go,
        sub: dollars(confirm.total_cents),
        badge: { needs: text[`needs_${confirm.role}`], why: limitOf(confirm) },
        reasons: null,
        ready: () => unchecked(list),
        done: (swipe) => ask(text.confirm_go, "confirm-awards", { swipe }, quiet),
      });
      this.refresh();
    },

    /** The open prize list follows the meter; it closes when nothing is left to confirm. */
    refresh() {
      if (sheet.kind !== "confirm" || sheet.busy) return;
      const { confirm } = view.board;
      if (!confirm) {
        sheet.close();
        return;
      }
      sheet.refresh("prizes", element("div", {}, prizes(confirm)), dollars(confirm.total_cents));
      const envy = `${text.envy}: ${envyWords(confirm.envy)}`;
      sheet.refresh("envy", element("p", { class: "lead quiet" }, envy));
    },

    end() {
      sheet.open({
        kind: "end",
        title: text.end,
        content: [envyRows(view.board.envy)],
        go: text.end_go,
        badge: null,
        reasons: null,
        done: () => ask(text.end_go, "end-round", {}, quiet),
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
        reasons: words.console.reasons.void,
        name: "void-round",
      });
    },

    pause() {
      badged("pause", {
        title: say(text.pause, data),
        go: text.pause_go,
        needs: text.needs_dealer,
        reasons: words.console.reasons.pause,
        name: "pause-table",
      });
    },

    resume() {
      badged("resume", {
        title: say(text.resume, data),
        more: whyWords(view.board.why),
        go: text.resume_go,
        reasons: words.console.reasons.resume,
        name: "resume-table",
      });
    },

    /** A reason calls at once: nobody stands waiting for a second press. */
    call() {
      badged("call", {
        title: text.call,
        go: text.call_go,
        reasons: words.console.reasons.call,
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
        reasons: words.console.reasons.hands,
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
        title: text.shuffler,
        more: text.shuffler_more,
        go: text.shuffler_go,
        needs: text.needs_dealer,
        reasons: words.console.reasons.shuffler,
        name: "report-shuffler",
      });
    },

    key(position) {
      const { confirm } = view.board;
      const toWin = position === "JPH" && confirm;
      badged("key", {
        title: say(text.key, { position }),
        go: `${text.key_go} ${position}`,
        needs: toWin ? text[`needs_${confirm.role}`] : text.needs_any,
        why: toWin ? limitOf(confirm) : "",
        name: "turn-key",
        body: { position },
      });
    },
  };
}
