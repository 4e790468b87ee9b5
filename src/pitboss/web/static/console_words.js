// What the console says about its table: the step and why, in its keypad's words.

import { dollars, inSentences, moment, say, seatWords, standingOf, whyWords, words } from "./live.js";
import { chipsHint, isOpen } from "./console_parts.js";
import { cutOff, seatsToReturn, spotState, takesWagers, waitsForHub } from "./console_spots.js";
import { cutWords } from "./wide.js";

const text = words.console;

/** A console's sentences, each from what it shows now. */
export function consoleWords({ view, data }) {
  function title(sensor) {
    const name = view.board.jackpots[sensor - 1];
    return view.jackpots.get(name)?.title ?? name;
  }

  /** The word of a step as this table's keypad has it, with a key or without, and for whose badge. */
  function stepWord(step, group = text.step) {
    const { sensors, has_key, confirm } = view.board;
    const plain = sensors ? undefined : group[`${step}_plain`];
    const older = has_key ? group[`${step}_with_key`] : undefined;
    const found = plain ?? older ?? group[`${step}_${confirm?.role}`] ?? group[step];
    return confirm ? say(found, { amount: dollars(confirm.limit_cents) }) : found;
  }

  function stepSub(board) {
    const amount = board.confirm && dollars(board.confirm.total_cents);
    if (amount && ["confirm", "key_jph"].includes(board.next)) return say(text.hint.total, { amount });
    if (board.next === "j_pot") {
      const { awards, total_cents } = board.confirm.due;
      return `${seatWords(awards.map((award) => award.seat))} · ${dollars(total_cents)}`;
    }
    if (board.next !== "start" || !board.sensors) return "";
    if (seatsToReturn(view).length) return text.hint.return_first;
    const count = view.lights.lit.length;
    return count === 0 ? text.hint.wagers_none : count === 1 ? text.hint.wager_one : say(text.hint.wagers, { count });
  }

  /** Where a table stands, at one without sensors too. */
  function standing(board) {
    if (board.next === "shuffler") return "shuffler";
    const found = standingOf(board);
    const plain = `${found}_plain`;
    return !board.sensors && plain in words.phase ? plain : found;
  }

  function phase(board) {
    return waitsForHub(board) ? words.wide.phase : words.phase[standing(board)];
  }

  /** What to do next. */
  function hint(board) {
    if (view.lights.board === "dead" && board.next === "start") return text.hint.sensor;
    if (board.phase === "closed") return "";
    const seats = board.confirm?.due.awards.map((award) => award.seat) ?? [];
    const dealing = board.phase === "open" ? ` ${data.dealing}` : "";
    return `${chipsHint(board, view.jackpots)}${say(stepHint(board, seats), { seat: seats.join(", ") })}${dealing}`;
  }

  function stepHint(board, seats) {
    const back = seatsToReturn(view);
    if (waitsForHub(board)) return words.wide.hint;
    if (back.length) return returnHint(back);
    const special = ["suspended", "stopped"].find((each) => each === standing(board));
    const touch = board.next === "start" && board.sensors && view.lights.board === "none";
    const step = special ?? (touch ? "start_touch" : board.next);
    if (step === "play" && !board.spots.length) return text.hint.play_plain; // no seat can win
    return step === "j_pot" && seats.length > 1 ? text.hint.j_pot_shared : stepWord(step, text.hint);
  }

  function returnHint(seats) {
    return seats.length > 1 ? say(text.hint.return, { seats: seats.join(", ") }) : say(text.hint.return_one, { seats });
  }

  /** Why nothing else is possible. */
  function why(board) {
    const cut = cutOff(view).map((each) => cutWords(each.wide, each.title, (at) => moment(at, data.time_zone)));
    return inSentences([whyWords(board.why), ...cut].filter(Boolean));
  }

  /** Why a seat's hand cannot be marked, and what to do. */
  function notIn(seat, sensor) {
    const isLate = spotState(view, seat, sensor).state === "late";
    const reason = isLate ? text.spot.late_more : text.spot.out_more;
    return say(reason, { seat, jackpot: title(sensor), start: stepWord("start") });
  }

  /** What the hands of a jackpot are for now. */
  function handsLine(board, jackpot) {
    if (view.chosen && jackpot) return `${jackpot.title} · ${say(text.wager, { amount: dollars(jackpot.wager_cents) })}`;
    if (isOpen(board)) return board.spots.length ? text.hands.none_more : text.hands.no_wagers;
    if (!takesWagers(view, view.sensor)) return text.hands.no_wagers;
    return board.next === "start" ? text.hands.none_idle : "";
  }

  return { title, stepWord, stepSub, standing, phase, hint, why, notIn, handsLine };
}
