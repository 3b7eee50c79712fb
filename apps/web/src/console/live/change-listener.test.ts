import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { noteReadings } from '../api/readings.js';
import { requestKeys } from '../requests/requests-api.js';
import { ChangeListener } from './change-listener.js';

/** The stream of the page, which the test plays. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static latest: Stream;
  readyState = 1;
  onopen = (): void => undefined;
  onerror = (): void => undefined;

  constructor() {
    super();
    Stream.latest = this;
  }

  close(): void {
    this.readyState = Stream.CLOSED;
  }

  /** @param toldMs for how long it tells of everything; a gateway of the release before does not say */
  opens(toldMs?: number): void {
    this.onopen();
    if (toldMs === undefined) return;
    this.dispatchEvent(new MessageEvent('recent', { data: JSON.stringify({ ms: toldMs }) }));
  }

  tells(type: string, ids: object): void {
    this.dispatchEvent(new MessageEvent('change', { data: JSON.stringify({ type, ids }) }));
  }
}

const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
noteReadings(client);
const listener = new ChangeListener(client, () => undefined);
const stops: (() => void)[] = [];
/** What the server would answer now. */
let state = 1;

/** A page that shows an answer. Each reading takes a second, and tells what was so when it began. */
function shown(queryKey: readonly unknown[]) {
  const read = vi.fn(async () => {
    const answer = state;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    return answer;
  });
  stops.push(
    new QueryObserver(client, { queryKey, queryFn: read, staleTime: Infinity }).subscribe(() => undefined),
  );
  return {
    read,
    get data() {
      return client.getQueryData(queryKey);
    },
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Stream);
  state = 1;
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  listener.close();
  client.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('what changed between the reading of a page and the opening of its stream is read once the stream is open', async () => {
  listener.open();
  const page = shown(requestKeys.lists);
  await pass(1_000);
  expect(page.data).toBe(1);
  state = 2;
  await pass(3_000);
  Stream.latest.opens(2_000);
  await pass(1_000);
  expect([page.data, page.read.mock.calls.length]).toEqual([2, 2]);
  await pass(60_000);
  expect(page.read).toHaveBeenCalledTimes(2);
});

it('a page that was asked for within the time of which its stream tells everything is not read again, but what has changed', async () => {
  listener.open();
  const [page, other] = [shown(requestKeys.lists), shown(requestKeys.one('crq_2'))];
  await pass(1_500);
  state = 2;
  Stream.latest.opens(2_000);
  Stream.latest.tells('capture_request.closed', { captureRequestId: 'crq_1' });
  await pass(60_000);
  expect([page.data, page.read.mock.calls.length]).toEqual([2, 2]);
  expect([other.data, other.read.mock.calls.length]).toEqual([1, 1]);
});

it('a stream that does not say of what it tells has everything read again', async () => {
  listener.open();
  const page = shown(requestKeys.lists);
  await pass(1_000);
  state = 2;
  Stream.latest.opens();
  await pass(3_000);
  expect([page.data, page.read.mock.calls.length]).toEqual([2, 2]);
});

it('what changed while a page was read for the first time is read again, told or not', async () => {
  listener.open();
  const page = shown(requestKeys.lists);
  await pass(500);
  state = 2;
  Stream.latest.opens(100);
  await pass(2_000);
  expect(page.data).toBe(2);

  const one = shown(requestKeys.one('crq_1'));
  await pass(100);
  state = 3;
  Stream.latest.tells('capture_request.closed', { captureRequestId: 'crq_1' });
  await pass(3_000);
  expect([page.data, one.data]).toEqual([3, 3]);
});

it('what changed while the stream was broken is read once it is open again', async () => {
  listener.open();
  Stream.latest.opens(5_000);
  const page = shown(requestKeys.lists);
  await pass(1_000);
  Stream.latest.onerror();
  await pass(3_000);
  state = 2;
  // A page that was opened meanwhile was read before the stream was.
  const other = shown(requestKeys.one('crq_1'));
  await pass(1_000);
  state = 3;
  Stream.latest.opens(500);
  await pass(1_000);
  expect([page.data, other.data]).toEqual([3, 3]);
});
