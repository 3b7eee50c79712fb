import { setTimeout as pause } from 'node:timers/promises';
import { CliFailure, EXIT } from '../command/failure.js';
import { parseJson, reach, refusal, retryAfterMs } from '../instance/http.js';
import { isObject } from '../signatures/json-file.js';

const TIMEOUT_MS = 60_000;
const PAGE = 100;
const ATTEMPTS = 6;
const MAX_RESTARTS = 20;
const FIRST_PAUSE_MS = 500;
const DEFAULT_RETRY_MS = 5_000;

/** A resource as the API answered it; the export keeps members that it does not know. */
export type Resource = Record<string, unknown> & { id: string };

/** Waits before another attempt, twice as long each time. */
export function backOff(attempt: number): Promise<void> {
  return pause(FIRST_PAUSE_MS * 2 ** attempt);
}

/** The failure after the last attempt: what is on the disk stays, and the next run goes on with it. */
export function brokenOff(what: string): CliFailure {
  const next = 'Run the same command again: it goes on where this run stopped.';
  return new CliFailure(EXIT.unreachable, 'unreachable', what, next);
}

/** The organization's API with a key, or the operator's with its token: waits where the budget is used up, and repeats what a network or restart broke. */
export class ExportApi {
  constructor(
    readonly baseUrl: string,
    private readonly token: string,
    /** Told of each wait for the key's budget, in ms. */
    private readonly onWait: (ms: number) => void = () => undefined,
  ) {}

  get(path: string): Promise<unknown> {
    return this.send('GET', path);
  }

  post(path: string): Promise<unknown> {
    return this.send('POST', path);
  }

  /**
   * Every item of a list, newest first, each once. An item that is deleted while the list is read takes the cursor with
   * it: the list is then read from its beginning again.
   * @param key the member that tells items apart
   */
  async *list(path: string, key = 'id'): AsyncGenerator<Resource> {
    const seen = new Set<string>();
    let cursor: string | null = null;
    let restarts = 0;
    do {
      const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      let page: { data: Resource[]; nextCursor?: string | null };
      try {
        page = (await this.get(`${path}?limit=${PAGE}${from}`)) as typeof page;
      } catch (error) {
        restarts += 1;
        if (!isCode(error, 'invalid_cursor') || restarts > MAX_RESTARTS) throw error;
        cursor = null;
        continue;
      }
      yield* page.data.filter((item) => !seen.has(String(item[key])));
      for (const item of page.data) seen.add(String(item[key]));
      cursor = page.nextCursor ?? null;
      if (cursor === null) return;
    } while (true);
  }

  private async send(method: string, path: string): Promise<unknown> {
    const url = `${this.baseUrl}${path}`;
    for (let attempt = 0; ;) {
      const answer = await this.ask(method, url).catch((error: unknown) => {
        if (isCode(error, 'unreachable')) return error;
        throw error;
      });
      if (!(answer instanceof CliFailure)) {
        const { response, text } = answer;
        if (response.ok) return documentOf(url, text);
        if (response.status === 429) {
          const waitMs = retryAfterMs(response) ?? DEFAULT_RETRY_MS;
          this.onWait(waitMs);
          await pause(waitMs);
          continue;
        }
        if (response.status < 500) throw refusal(response.status, parseJson(text));
      }
      attempt += 1;
      if (attempt === ATTEMPTS) throw brokenOff(`${new URL(url).origin} did not answer ${ATTEMPTS} times.`);
      await backOff(attempt);
    }
  }

  private async ask(method: string, url: string): Promise<{ response: Response; text: string }> {
    const response = await reach(url, {
      method,
      headers: { authorization: `Bearer ${this.token}`, accept: 'application/json' },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text().catch((error: Error) => {
      throw brokenOff(`The answer broke off (${error.name}).`);
    });
    return { response, text };
  }
}

function documentOf(url: string, text: string): unknown {
  const document = parseJson(text);
  if (isObject(document)) return document;
  const next = 'Check that CAPTURE_URL is the address of a Capture instance.';
  throw new CliFailure(EXIT.unreachable, 'no_instance', `${new URL(url).origin} answered no JSON.`, next);
}

/** Whether a refusal has one of these codes. */
export function isCode(error: unknown, ...codes: string[]): error is CliFailure {
  return error instanceof CliFailure && codes.includes(error.code);
}
