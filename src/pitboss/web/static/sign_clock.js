// The server's clock, as a sign knows it from the beats. Every beat arrives late by what the network
// takes; the least late of the newest ones is nearest to the truth, so that all screens agree.

const HEARD_MOST = 20;

export class ServerClock {
  constructor() {
    this.heard = []; // the server's clock minus this machine's, by the newest beats
    this.lastMs = null; // the server's time at the newest beat
  }

  hear(atMs) {
    this.lastMs = atMs;
    const aheadMs = atMs - Date.now();
    // A clock that was set makes older beats worthless.
    if (this.heard.some((each) => Math.abs(each - aheadMs) > 2000)) this.heard = [];
    this.heard = [...this.heard, aheadMs].slice(-HEARD_MOST);
  }

  /** The server's time; null before the first beat. */
  now() {
    return this.heard.length ? Date.now() + Math.max(...this.heard) : null;
  }
}
