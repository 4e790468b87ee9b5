// The dealer's console: shows what the floor publishes and sends one command per press. It decides
// nothing.

import { element, figure, post, press, readTrack, say, showColumn, stream, toast, words } from "./live.js";
import { Felt } from "./console_felt.js";
import { awardCards, Hands } from "./console_hands.js";
import { Sheet } from "./console_sheet.js";
import { sheets } from "./console_steps.js";
import { consoleWords } from "./console_words.js";
import { listenToKeys } from "./console_keys.js";
import { HandCount, has, isOpen, keyDrawing, meterRows } from "./console_parts.js";
import { cutOff, hasWon, markOf, seatsToReturn, spotState, takesWagers } from "./console_spots.js";

const text = words.console;
const data = JSON.parse(document.getElementById("data").textContent);
const main = document.querySelector("main.console");
const part = (id) => document.getElementById(id);
// The picture after an answer comes at once; a lost one must not block the console forever.
const PICTURE_MS = 1500;
// A finger that bounces or taps twice must not press what the button has just become.
const SETTLE_MS = 1000;

const view = {
  board: null,
  jackpots: new Map(),
  lights: { lit: [], board: "none" },
  chosen: null,
  sensor: 1,
  busy: "",
  last: null,
  bets: [],
  step: "", // what the main button does
  settled: true, // it has done so for a moment
  swipedAt: -Infinity,
  folded: false, // the next hand pressed was folded
  hands: 0, // how many hands the next round has, the dealer's included
  aheadMs: null, // the server's clock minus this machine's, known from the first beat
  cut: "", // the shared jackpots that take no wagers, as last shown
};

const felt = new Felt(part("seats"), touched);
const hands = new Hands(part("hands"), handPressed);
const handCount = new HandCount(part("hand-count"), data.hands, handsCounted);
const sheet = new Sheet(data.letters);
const said = consoleWords({ view, data });
const open = sheets({ view, sheet, data, ask, stepWord: said.stepWord });

// ---- asking -------------------------------------------------------------------------------------

/**
 * Send one command: nothing else can be pressed until its answer and picture arrive. `quiet` leaves
 * the message to the sheet that asked.
 */
async function ask(label, name, body, { quiet = false, from = null } = {}) {
  if (view.busy) return { accepted: false, code: "", reason: text.wait_answer };
  view.busy = name;
  view.refusedTouch?.remove();
  view.last = { press: label, state: "waiting" };
  from?.setAttribute("aria-busy", "true");
  render();
  const answer = await press(name, { table: data.table, ...body });
  view.last = { press: label, state: answer.accepted ? "recorded" : "refused" };
  if (answer.accepted) await pictureOf(answer.seq);
  else if (!quiet) toast(answer.reason, "refused", `${label}: ${answer.code}`);
  from?.removeAttribute("aria-busy");
  view.busy = "";
  render();
  return answer;
}

/** Wait until the table's picture is as new as an answer. */
function pictureOf(seq) {
  return new Promise((resolve) => {
    const late = setTimeout(done, PICTURE_MS);
    function done() {
      clearTimeout(late);
      view.arrived = null;
      resolve();
    }
    view.arrived = () => BigInt(view.board.seq) >= BigInt(seq) && done();
    view.arrived();
  });
}

// ---- presses ------------------------------------------------------------------------------------

async function touched(seat, sensor) {
  if (!view.board?.sensors) return;
  view.refusedTouch?.remove();
  view.sensor = sensor;
  if (isOpen(view.board)) {
    if (has(view.board.spots, seat, sensor)) view.chosen = { seat, sensor };
    else refuseTouch(said.notIn(seat, sensor));
    render();
    return;
  }
  if (view.lights.board !== "none") {
    refuseTouch(view.lights.board === "dead" ? text.hint.sensor : said.stepWord("start", text.hint));
    return;
  }
  if (!takesWagers(view, sensor) && !has(view.lights.lit, seat, sensor)) {
    refuseTouch(part("why").textContent);
    return;
  }
  await light(seat, sensor, !has(view.lights.lit, seat, sensor));
}

/** Why a touch does nothing, until the next one or the next command. */
function refuseTouch(why) {
  view.refusedTouch = toast(why);
}

/** At a table without sensors a touch replaces the chip. */
async function light(seat, sensor, lit) {
  try {
    const answer = await post(`/api/tables/${encodeURIComponent(data.table)}/lights`, { seat, sensor, lit });
    if (answer.accepted === false) {
      toast(answer.reason, "refused", `${say(text.press_light, { seat })}: ${answer.code}`);
    }
  } catch {
    toast(words.common.lost);
  }
}

function handPressed(hand) {
  view.refusedTouch?.remove();
  if (!view.chosen) {
    refuseTouch(text.hands.none_more);
    return;
  }
  const spot = view.chosen;
  const marked = markOf(view.board, spot);
  // A mark is removed where it was made, whichever of its seats is chosen.
  if (hand.outcomes.includes(marked?.outcome)) undoHand(hand, marked);
  else if (hand.shared && !view.folded) open.share(hand, spot);
  else pressHand(hand, spot, hand.outcome, handLabel(hand, spot));
}

function undoHand(hand, { seat, sensor, outcome }) {
  const label = say(text.press_undo, { press: handLabel(hand, { seat }) });
  return pressHand(hand, { seat, sensor }, outcome, label);
}

function handLabel(hand, { seat }) {
  return `${hand.hand}, ${words.common.seat} ${seat}`;
}

function pressHand(hand, spot, outcome, label) {
  const from = document.querySelector(`.hand[data-outcome="${hand.outcome}"]`);
  const { folded } = view;
  view.folded = false;
  return ask(label, "press-hand", { spot, outcome, sharers: [], folded }, { from });
}

/** Before START the number for the next round; during a round the corrected number. */
function handsCounted(count) {
  if (!isOpen(view.board)) {
    view.hands = count;
    render();
  } else if (view.board.hands) open.hands(count);
  else ask(text.hands.count, "correct-hands", { hands: count });
}

function start() {
  view.bets = view.lights.lit;
  const counted = data.hands.length ? view.hands : 0;
  const wagers = { spots: view.lights.lit, hands: counted };
  ask(said.stepWord("start"), "start-round", wagers, { from: part("next") });
}

function end() {
  if (view.board.envy.length) open.end();
  else ask(said.stepWord("end"), "end-round", {}, { from: part("next") });
}

/** One press pauses a table on the dealer's badge; without a dealer it takes a badge. */
function pause() {
  if (!view.board.dealer) open.pause();
  else ask(text.more.pause, "pause-table", { reason: "@pause_pressed" }, { from: part("pause") });
}

/** A key in the lock turns back at one press; with nobody's key it takes a badge. */
async function keyBack() {
  const answer = await ask(text.step.key_run, "turn-key", { position: "RUN" }, { quiet: true, from: part("next") });
  if (answer.code === "KEY_HOLDER_UNKNOWN") open.key("RUN");
  else if (!answer.accepted) toast(answer.reason, "refused", `${text.step.key_run}: ${answer.code}`);
}

const STEPS = {
  sign_in: { kind: "person", act: () => open.signIn() },
  start: { kind: "go", act: start },
  play: { kind: "plain", act: end },
  end: { kind: "go", act: end },
  confirm: { kind: "person", act: () => open.confirm() },
  key_jph: { kind: "person", act: () => open.key("JPH") },
  key_run: { kind: "person", act: keyBack },
  j_pot: { kind: "person", act: () => open.jackpot() },
  resume: { kind: "person", act: () => open.resume() },
  shuffler: { kind: "person", act: () => open.shuffler() },
  wait: { kind: "plain", act: null },
};

function nextStep() {
  if (!part("next").disabled) STEPS[view.board.next].act?.();
}

/** A swipe anywhere on the page: for the open sheet, else for the table's next step. */
function swiped(track) {
  view.swipedAt = performance.now();
  if (!view.board || main.inert) {
    toast(text.sheet.not_yet);
    return;
  }
  const { next, called, round_open } = view.board;
  const swipe = { track };
  if (sheet.kind) sheet.swiped(track);
  else if (next === "sign_in") ask(text.step.sign_in, "sign-in", { swipe });
  else if (next === "key_run") ask(text.step.key_run, "turn-key", { position: "RUN", swipe });
  else if (["confirm", "key_jph"].includes(next) || (next === "resume" && !called)) {
    STEPS[next].act();
    sheet.say(next === "resume" ? text.sheet.again_resume : text.sheet.again);
  } else if (called) ask(text.more.called, "answer-call", { swipe });
  else if (!round_open) ask(text.step.relief, "sign-in", { swipe, relief: true });
  else toast(say(text.sheet.nothing, { end: said.stepWord("end") }));
}

// ---- showing ------------------------------------------------------------------------------------

/** Another dealer may read another language; the page then reloads. */
async function speakAs(dealer) {
  if (view.dealer === dealer) return;
  const first = view.dealer === undefined;
  view.dealer = dealer;
  if (first) return; // the page was made for the current dealer
  try {
    const answer = await fetch(`/table/${encodeURIComponent(data.table)}/language`);
    const { language } = await answer.json();
    if (answer.ok && language !== document.documentElement.lang) location.reload();
  } catch {
    view.dealer = undefined; // disconnected; the next picture comes with the connection
  }
}

function render() {
  const board = view.board;
  if (!board) return;
  settleChoice(board);
  main.dataset.phase = board.phase;
  main.dataset.standing = said.standing(board);
  main.dataset.hasKey = String(board.has_key);
  main.dataset.sensors = board.sensors;
  main.dataset.many = String(board.seats > 7);
  document.querySelector(".band.training").hidden = !board.training;
  part("round").textContent = board.round
    ? say(text.round, { round: figure(board.round) })
    : text.no_round;
  view.cut = cutOff(view).map((each) => each.jackpot).join();
  meterRows(part("meters"), board.jackpots.map((name) => view.jackpots.get(name)).filter(Boolean), cutOff(view));
  part("dealer").replaceChildren(board.dealer?.name ?? text.nobody);
  if (board.dealer) part("dealer").append(element("small", {}, text.sign_out));
  part("dealer").disabled = !board.dealer;
  speakAs(board.dealer?.badge ?? "");
  part("dealer").setAttribute("aria-label", board.dealer ? `${say(text.dealer, board.dealer)}. ${text.sign_out}` : text.nobody);
  renderSpots(board);
  handCount.show(isOpen(board) ? board.hands : view.hands, { dead: Boolean(view.busy) });
  showColumn(isOpen(board) ? board.hands : view.hands);
  renderHands(board);
  renderMiddle(board);
  renderNext(board);
  renderMore(board);
  open.refresh();
}

/**
 * A chosen spot stays chosen while its wager is in the round; a lone spot is chosen automatically.
 */
function settleChoice(board) {
  if (view.chosen && !has(board.spots, view.chosen.seat, view.chosen.sensor)) view.chosen = null;
  if (!view.chosen && board.spots.length === 1) view.chosen = { ...board.spots[0] };
  if (view.chosen) view.sensor = view.chosen.sensor;
}

function renderSpots(board) {
  felt.build(board.seats, board.sensors);
  felt.front(view.sensor);
  for (let seat = 1; seat <= board.seats; seat += 1) {
    for (let sensor = 1; sensor <= board.sensors; sensor += 1) {
      const chosen = view.chosen?.seat === seat && view.chosen.sensor === sensor;
      felt.show(seat, sensor, { ...spotState(view, seat, sensor), jackpot: said.title(sensor), chosen });
    }
  }
}

function renderHands(board) {
  if (!board.sensors) {
    part("hands-title").textContent = text.hands.no_jackpot;
    part("hands-more").textContent = text.hands.no_jackpot_more;
    return;
  }
  const jackpot = view.jackpots.get(board.jackpots[view.sensor - 1]);
  const { chosen } = view;
  part("hands-title").textContent = chosen ? say(text.hands.title, chosen) : text.hands.none;
  const awarded = chosen && ["awarded", "pending"].includes(spotState(view, chosen.seat, chosen.sensor).state);
  part("hands").hidden = Boolean(awarded); // no pressing now: the next step is shown instead
  part("hands-more").textContent = awarded ? say(text.hands.awarded, { seat: chosen.seat }) : said.handsLine(board, jackpot);
  renderSensors(board);
  if (!jackpot) return;
  const isChosen = (each) => each.seat === chosen?.seat && each.sensor === chosen.sensor;
  const mark = chosen ? markOf(board, chosen) : null;
  const priced = board.confirm?.awards.filter(isChosen) ?? [];
  const markedCents = priced.reduce((sum, award) => sum + award.total_cents, 0);
  const would = chosen ? (board.would[`${chosen.seat}.${chosen.sensor}`] ?? {}) : {};
  const dead = Boolean(view.busy) || !chosen || Boolean(awarded) || board.phase === "paused";
  hands.show(jackpot, { mark, markedCents, would, dead });
  part("folded").hidden = board.folded_qualify || !isOpen(board);
  part("folded").disabled = dead;
  part("folded").setAttribute("aria-pressed", String(view.folded));
}

/** Two wagers on one layout: which one the hands below belong to. */
function renderSensors(board) {
  const place = part("sensors");
  place.hidden = board.sensors < 2;
  while (place.children.length < board.sensors) {
    const sensor = place.children.length + 1;
    const button = document.createElement("button");
    button.type = "button";
    button.addEventListener("click", () => chooseSensor(sensor));
    place.append(button);
  }
  [...place.children].forEach((button, index) => {
    button.textContent = said.title(index + 1);
    button.setAttribute("aria-pressed", String(view.sensor === index + 1));
  });
}

function chooseSensor(sensor) {
  const seat = view.chosen?.seat;
  view.sensor = sensor;
  view.chosen = seat && has(view.board.spots, seat, sensor) ? { seat, sensor } : null;
  if (view.chosen === null && view.board.spots.length === 1) view.chosen = { ...view.board.spots[0] };
  render();
}

function renderMiddle(board) {
  part("phase").textContent = said.phase(board);
  part("hint").textContent = said.hint(board);
  part("why").textContent = said.why(board);
  const state = view.last ? text[`state_${view.last.state}`] : "";
  part("last").textContent = view.last ? say(text.last, { ...view.last, state }) : "";
  part("lost-last").textContent = view.last ? say(text.lost_last, { ...view.last, state }) : text.lost_none;
}

function renderNext(board) {
  const button = part("next");
  // The picture may come before the answer: until then the button shows what was pressed.
  const name = view.busy && view.step ? view.step : board.next;
  const step = STEPS[name];
  if (view.step !== name) settle(name);
  button.className = `next ${step.kind}`;
  button.dataset.step = name;
  button.disabled = Boolean(view.busy) || !step.act || !view.settled || seatsToReturn(view).length > 0;
  button.hidden = board.phase === "closed"; // there is no step to wait for
  button.querySelector(".label").textContent = said.stepWord(name);
  button.querySelector(".sub").textContent = view.busy ? text.wait_answer : said.stepSub(board);
}

/** A button whose meaning just changed is dead for a moment. */
function settle(step) {
  const isFirst = !view.step;
  view.step = step;
  view.settled = isFirst;
  clearTimeout(view.settling);
  if (isFirst) return;
  view.settling = setTimeout(() => {
    view.settled = true;
    render();
  }, SETTLE_MS);
}

function renderMore(board) {
  const opened = isOpen(board);
  const dead = Boolean(view.busy);
  const touch = board.sensors > 0 && view.lights.board === "none";
  part("misdeal").disabled = dead || !opened || hasWon(board);
  part("pause").disabled = dead || ["paused", "closed"].includes(board.phase);
  part("call").textContent = board.called ? text.more.called : text.more.call;
  part("call").className = board.called ? "person" : "";
  part("call").disabled = dead;
  part("shuffler").hidden = !board.shuffler;
  part("shuffler").textContent = board.shuffler?.out ? text.more.shuffler_out : text.more.shuffler;
  part("shuffler").className = board.shuffler?.out ? "stop" : "";
  part("shuffler").disabled = dead;
  part("same").hidden = !touch;
  part("same").disabled = dead || opened || view.bets.length === 0;
  part("win").hidden = !board.sensors;
  const award = board.awards.at(-1);
  part("win").setAttribute("aria-disabled", String(!award));
  if (award) part("win").href = `/wins/${encodeURIComponent(award.award)}`;
  else part("win").removeAttribute("href");
  const cards = awardCards(board, view.jackpots);
  const shown = JSON.stringify([board.awards, board.granted, board.claims, board.envy, board.forms]);
  if (part("awards").dataset.shown !== shown) {
    part("awards").dataset.shown = shown;
    part("awards").replaceChildren(...cards);
  }
  part("awards").hidden = cards.length === 0;
  part("key").hidden = !board.has_key;
  if (board.has_key) keyDrawing(part("key"), board.key);
  part("key").disabled = dead;
}

// ---- beginning ----------------------------------------------------------------------------------

function mirror(hand) {
  localStorage.setItem("console.hand", hand);
  main.dataset.hand = hand;
  part("mirror").textContent = hand === "left" ? text.mirror_back : text.mirror;
  part("mirror").setAttribute("aria-pressed", String(hand === "left"));
}

function linked(state) {
  main.dataset.link = state;
  document.querySelector(".band.lost").hidden = state !== "lost";
  wake();
}

/** Nothing can be pressed while the server is silent or can't record a press. */
function wake() {
  const asleep = main.dataset.link !== "live" || !document.querySelector(".band.journal").hidden;
  main.inert = asleep;
  sheet.dialog.inert = asleep;
}

for (const name of ["misdeal", "pause", "call", "same", "win"]) part(name).textContent = text.more[name];
part("next").addEventListener("click", nextStep);
part("folded").textContent = text.hands.folded;
part("folded").addEventListener("click", () => {
  view.folded = !view.folded;
  render();
});
part("misdeal").addEventListener("click", () => open.void());
part("pause").addEventListener("click", pause);
part("call").addEventListener("click", () => (view.board.called ? open.answer() : open.call()));
part("shuffler").addEventListener("click", () => open.shuffler());
part("same").addEventListener("click", () => {
  for (const { seat, sensor } of view.bets) if (takesWagers(view, sensor)) light(seat, sensor, true);
});
part("dealer").addEventListener("click", () => open.signOut());
part("key").addEventListener("click", () => (view.board.key === "RUN" ? open.key("JPH") : keyBack()));
part("mirror").addEventListener("click", () => mirror(main.dataset.hand === "left" ? "right" : "left"));
mirror(localStorage.getItem("console.hand") ?? "right");
linked("waiting");
readTrack(swiped);
listenToKeys({ view, main, hands, touched, nextStep });

stream(
  `/api/stream/table/${encodeURIComponent(data.table)}`,
  {
    table(board) {
      // The floor went live: its record has nothing pressed here in training.
      if (view.board?.training && !board.training) {
        location.reload();
        return;
      }
      view.board = board;
      view.arrived?.();
      if (main.dataset.link === "waiting") linked("live");
      render();
    },
    jackpot(board) {
      view.jackpots.set(board.jackpot, board);
      render();
    },
    lights(lights) {
      view.lights = lights;
      render();
    },
    beat(beat) {
      document.querySelector(".band.journal").hidden = beat.journal === "ok";
      wake();
      view.aheadMs = Number(beat.at_ms) - Date.now();
      if (view.cut !== cutOff(view).map((each) => each.jackpot).join()) render();
    },
  },
  {
    lost: () => linked("lost"),
    back: () => linked("live"),
    unknown() {
      linked("lost");
      document.querySelector(".band.lost").textContent = words.common.retired;
    },
  },
);
