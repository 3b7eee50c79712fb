import { setTimeout as pause } from 'node:timers/promises';
import { CliFailure, EXIT } from './failure.mjs';
import { parse, reach, refusal } from './operator-api.mjs';

const POLL_MS = 1_000;
const RETRY_MS = 1_000;
const TIMEOUT_MS = 30_000;
const PAGE = 100;

/** Answers that pass: the instance restarts, or the key's reads of this minute are used up. */
const passes = ({ code, status }) => code === 'unreachable' || status === 429 || status >= 500;

/**
 * An organization's events from the moment it is asked on, each once, in the order of their `sequence`. An instance that
 * is away is asked again until it answers; what happened meanwhile comes then.
 */
export class EventFeed {
  /**
   * @param {{ onAway?: (failure: Error) => void, onBack?: () => void }} hears told once per absence of the instance
   */
  constructor(baseUrl, key, signal, hears = {}) {
    this.baseUrl = baseUrl;
    this.key = key;
    this.signal = signal;
    this.hears = hears;
    this.away = false;
  }

  /** Fixes where "from now on" begins. @throws CliFailure when the instance refuses the key or does not answer */
  async open() {
    const { data } = JSON.parse(await this.#ask('?limit=1'));
    this.last = data[0]?.sequence ?? 0;
  }

  /** @returns {AsyncGenerator<{ event: { id: string, type: string, sequence: number }, body: string }>} `body` is what a
   *   webhook would carry, to the byte; ends when the signal aborts */
  async *events() {
    while (!this.signal.aborted) {
      for (const event of await this.#missing()) {
        if (this.signal.aborted) return;
        // A document that went through a parser is no longer what was signed: metadata is kept as it was sent.
        const body = await this.#persist(`/${event.id}`);
        if (body === undefined) return;
        this.last = event.sequence;
        yield { event, body };
      }
      await this.#wait(POLL_MS);
    }
  }

  /** Everything after the last event, oldest first; lists come newest first. */
  async #missing() {
    const events = [];
    let cursor = null;
    do {
      const from = cursor === null ? '' : `&cursor=${cursor}`;
      const text = await this.#persist(`?limit=${PAGE}&afterSequence=${this.last}${from}`);
      if (text === undefined) return [];
      const page = JSON.parse(text);
      events.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return events.reverse();
  }

  /** The answer's text, however long it takes; undefined when the signal aborts first. */
  async #persist(path) {
    while (!this.signal.aborted) {
      try {
        const text = await this.#ask(path);
        if (this.away) this.hears.onBack?.();
        this.away = false;
        return text;
      } catch (failure) {
        if (this.signal.aborted) break;
        if (!passes(failure)) throw failure;
        if (!this.away) this.hears.onAway?.(failure);
        this.away = true;
        await this.#wait(failure.retryAfterMs ?? RETRY_MS);
      }
    }
    return undefined;
  }

  async #ask(path) {
    const headers = { authorization: `Bearer ${this.key}`, accept: 'application/json' };
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await reach(`${this.baseUrl}/api/v1/events${path}`, { headers, signal });
    const text = await response.text().catch((error) => {
      throw new CliFailure(
        EXIT.unreachable,
        'unreachable',
        `The answer broke off (${error.name}).`,
        'Try again.',
      );
    });
    if (response.ok) return text;
    const retryAfter = Number(response.headers.get('retry-after') ?? Number.NaN);
    throw Object.assign(refusal(response.status, parse(text)), {
      status: response.status,
      ...(Number.isFinite(retryAfter) ? { retryAfterMs: retryAfter * 1000 } : {}),
    });
  }

  #wait(ms) {
    return pause(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }
}
