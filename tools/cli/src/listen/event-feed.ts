import { setTimeout as pause } from 'node:timers/promises';
import type { Answer, Operation } from '@capture/api-client';
import { CliFailure, EXIT } from '../command/failure.js';
import { parseJson, reach, refusal, retryAfterMs } from '../instance/http.js';

const POLL_MS = 1_000;
const RETRY_MS = 1_000;
const TIMEOUT_MS = 30_000;
const PAGE = 100;

type Page = Answer<Operation<'get', '/v1/events'>>;
export type Event = Page['data'][number];

/** Called once per absence of the instance. */
export interface Listeners {
  onAway?: (failure: CliFailure) => void;
  onBack?: () => void;
}

/** The instance refused a read. */
class Refusal extends CliFailure {
  constructor(
    { exitCode, code, message, next }: CliFailure,
    readonly status: number,
    readonly retryAfterMs: number | undefined,
  ) {
    super(exitCode, code, message, next);
  }
}

/** The instance restarts, or the key's reads of this minute are used up: the same question may be answered later. */
function isTransient(failure: unknown): failure is CliFailure {
  if (!(failure instanceof CliFailure)) return false;
  if (failure.code === 'unreachable') return true;
  return failure instanceof Refusal && (failure.status === 429 || failure.status >= 500);
}

/**
 * An organization's events from the moment it is asked on, each once, in the order of their `sequence`. While the
 * instance is away, it is asked again until it answers; what happened meanwhile comes then.
 */
export class EventFeed {
  private isAway = false;
  private last = 0;

  constructor(
    private readonly baseUrl: string,
    private readonly key: string,
    private readonly signal: AbortSignal,
    private readonly listeners: Listeners = {},
  ) {}

  /** Fixes where "from now on" begins. @throws CliFailure when the instance refuses the key or does not answer */
  async open(): Promise<void> {
    const { data } = JSON.parse(await this.ask('?limit=1')) as Page;
    this.last = data[0]?.sequence ?? 0;
  }

  /** `body` is what a webhook would carry, to the byte. Ends when the signal aborts. */
  async *events(): AsyncGenerator<{ event: Event; body: string }> {
    while (!this.signal.aborted) {
      for (const event of await this.missing()) {
        if (this.signal.aborted) return;
        // A parser would not give the bytes back that were signed: metadata is kept as it was sent.
        const body = await this.persist(`/${event.id}`);
        if (body === undefined) return;
        this.last = event.sequence ?? this.last;
        yield { event, body };
      }
      await this.wait(POLL_MS);
    }
  }

  /** Everything after the last event, oldest first; lists come newest first. */
  private async missing(): Promise<Event[]> {
    const events: Event[] = [];
    let cursor: string | null = null;
    do {
      const from: string = cursor === null ? '' : `&cursor=${cursor}`;
      const text = await this.persist(`?limit=${PAGE}&afterSequence=${this.last}${from}`);
      if (text === undefined) return [];
      const page = JSON.parse(text) as Page;
      events.push(...page.data);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return events.reverse();
  }

  /** The answer's text, however long it takes; undefined when the signal aborts first. */
  private async persist(path: string): Promise<string | undefined> {
    while (!this.signal.aborted) {
      try {
        const text = await this.ask(path);
        if (this.isAway) this.listeners.onBack?.();
        this.isAway = false;
        return text;
      } catch (failure) {
        if (this.signal.aborted) break;
        if (!isTransient(failure)) throw failure;
        if (!this.isAway) this.listeners.onAway?.(failure);
        this.isAway = true;
        await this.wait((failure instanceof Refusal ? failure.retryAfterMs : undefined) ?? RETRY_MS);
      }
    }
    return undefined;
  }

  private async ask(path: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.key}`, accept: 'application/json' };
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await reach(`${this.baseUrl}/api/v1/events${path}`, { headers, signal });
    const text = await response.text().catch((error: Error) => {
      const message = `The answer broke off (${error.name}).`;
      throw new CliFailure(EXIT.unreachable, 'unreachable', message, 'Try again.');
    });
    if (response.ok) return text;
    throw new Refusal(refusal(response.status, parseJson(text)), response.status, retryAfterMs(response));
  }

  private wait(ms: number): Promise<void> {
    return pause(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }
}
