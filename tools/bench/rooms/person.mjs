// Somebody in a room without a browser: joins by the invitation, keeps a socket, and connects again as the SDK does.
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 3_000;
const STATE = { microphone: 'on', camera: 'on', screen: false, recording: 'recording', storageShort: false };

export class Person {
  /** Milliseconds that this person was without a room, each time. */
  away = [];
  isHere = false;
  /** Called with `participantId` and `recordedSec` of what another person tells. */
  onTold = () => undefined;
  #socket;
  #isLeaving = false;
  #failures = 0;

  constructor(origin, { session, inviteToken }, name) {
    this.origin = origin;
    this.room = session;
    this.inviteToken = inviteToken;
    this.name = name;
  }

  async join() {
    const answer = await fetch(`${this.origin}/api/v1/rooms/${this.room.roomCode}/join`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.inviteToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: this.name }),
    });
    if (!answer.ok) throw new Error(`joining answered ${answer.status}: ${await answer.text()}`);
    const { participantId, participantToken } = await answer.json();
    Object.assign(this, { participantId, participantToken });
    await this.#connected();
  }

  /** Tells the others of the room how much is recorded. */
  tell(recordedSec) {
    this.#socket.send(JSON.stringify({ type: 'state', ...STATE, recordedSec }));
  }

  leave() {
    this.#isLeaving = true;
    this.#socket?.close(1000);
  }

  /** Resolves with the first welcome. Later ones come by themselves. */
  #connected() {
    return new Promise((resolve) => this.#connect(performance.now(), resolve));
  }

  #connect(lostAt, onWelcome) {
    const url = `${this.origin.replace('http', 'ws')}/api/v1/rooms/${this.room.id}/socket`;
    const socket = new WebSocket(url, ['capture.v1', `bearer.${this.participantToken}`]);
    this.#socket = socket;
    let isIn = false;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(data);
      if (message.type === 'welcome') {
        isIn = true;
        this.isHere = true;
        this.#failures = 0;
        onWelcome(performance.now() - lostAt);
      } else if (message.type === 'state') this.onTold(message);
    });
    socket.addEventListener('close', () => {
      this.isHere = false;
      if (this.#isLeaving) return;
      const backoff = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures++);
      const since = isIn ? performance.now() : lostAt;
      const again = isIn ? (ms) => this.away.push(ms) : onWelcome;
      setTimeout(() => this.#connect(since, again), backoff * (0.5 + Math.random() / 2));
    });
    socket.addEventListener('error', () => undefined);
  }
}
