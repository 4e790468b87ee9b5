// The sound of a hit: a fanfare, coins, and a chord that lasts. It is made here, so there is no file.
// A browser plays it only where it may sound without a touch (docs/signs.md).

const C5_HZ = 523.25;
const STEPS = [0, 4, 7, 12, 7, 12, 16, 19]; // half tones above C
const STEP_S = 0.14;
const CHORD = [0, 4, 7, 12, 16];
const CHORDS_AT_S = [1.2, 3.2, 11.2];
const COINS_S = [1.5, 10];
const COIN_EVERY_S = 0.19;
const LOUD = 0.16;

const hz = (halfTones) => C5_HZ * 2 ** (halfTones / 12);

/** Every note: when it begins, how long it lasts, how high and how loud it is. */
function notes() {
  const run = STEPS.map((step, index) => ({ at: index * STEP_S, lasts: 0.35, hz: hz(step), loud: 0.8, type: "triangle" }));
  const chords = CHORDS_AT_S.flatMap((at) =>
    CHORD.map((step) => ({ at, lasts: 2, hz: hz(step - 12), loud: 0.5, type: "triangle" })),
  );
  const count = Math.floor((COINS_S[1] - COINS_S[0]) / COIN_EVERY_S);
  const coins = Array.from({ length: count }, (_, index) => ({
    at: COINS_S[0] + index * COIN_EVERY_S, lasts: 0.12, hz: hz(31 + ((index * 5) % 12)), loud: 0.18, type: "sine",
  }));
  return [...run, ...chords, ...coins];
}

export class HitSound {
  /** Play from `sinceMs` after its beginning, or so long before it. */
  async play(sinceMs) {
    this.stop();
    this.audio ??= new AudioContext();
    const asked = performance.now();
    if (this.audio.state !== "running") await Promise.race([this.audio.resume(), new Promise((done) => setTimeout(done, 500))]);
    if (this.audio.state !== "running") return;
    const begun = this.audio.currentTime - (sinceMs + performance.now() - asked) / 1000;
    const all = new GainNode(this.audio, { gain: LOUD });
    all.connect(this.audio.destination);
    this.all = all;
    for (const note of notes()) if (begun + note.at >= this.audio.currentTime) this.sound(note, begun + note.at, all);
  }

  sound(note, at, all) {
    const tone = new OscillatorNode(this.audio, { frequency: note.hz, type: note.type });
    const volume = new GainNode(this.audio, { gain: 0 });
    volume.gain.setValueAtTime(note.loud, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + note.lasts);
    tone.connect(volume).connect(all);
    tone.start(at);
    tone.stop(at + note.lasts);
  }

  stop() {
    this.all?.disconnect();
    this.all = null;
  }
}
