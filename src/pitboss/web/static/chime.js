// Two short notes when someone is needed. Browsers stay silent until touched, so the button says
// whether it sounds; the screen remembers the choice.

const KEY = "pit.sound";
const NOTES_HZ = [659, 880];
const NOTE_S = 0.16;

export class Chime {
  /** `button` turns it on and off, `words` has sound_on and sound_off. */
  constructor(button, words) {
    this.button = button;
    this.words = words;
    this.known = null;
    this.isOn = localStorage.getItem(KEY) === "on";
    button.addEventListener("click", () => this.turn(!this.isOn));
    addEventListener("pointerdown", () => this.isOn && this.wake(), { once: true });
    this.show();
  }

  turn(isOn) {
    this.isOn = isOn;
    localStorage.setItem(KEY, isOn ? "on" : "off");
    this.show();
    if (isOn) this.play();
  }

  show() {
    this.button.textContent = this.isOn ? this.words.sound_on : this.words.sound_off;
    this.button.setAttribute("aria-pressed", String(this.isOn));
  }

  /** Takes what needs someone now; sounds for anything new, and returns it. */
  follow(needs) {
    const fresh = this.known === null ? [] : needs.filter((need) => !this.known.has(need));
    this.known = new Set(needs);
    if (fresh.length && this.isOn) this.play();
    return fresh;
  }

  wake() {
    this.audio ??= new AudioContext();
    this.audio.resume();
    return this.audio;
  }

  play() {
    const audio = this.wake();
    NOTES_HZ.forEach((hz, index) => {
      const begin = audio.currentTime + index * NOTE_S;
      const tone = new OscillatorNode(audio, { frequency: hz });
      const volume = new GainNode(audio, { gain: 0 });
      volume.gain.setValueAtTime(0.2, begin);
      volume.gain.exponentialRampToValueAtTime(0.001, begin + NOTE_S);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + NOTE_S);
    });
    this.button.dataset.played = String(Number(this.button.dataset.played ?? 0) + 1);
  }
}
