import { until } from '@capture/testing';
import { expect, vi } from 'vitest';
import { Operator } from '../clients/operator.js';
import { verifySignature, type Delivery } from '../clients/receiver.js';
import { sha256 } from '../clients/respondent.js';
import type { Product } from '../processes/product.js';
import type { PageBody, RecordingBody } from './capture-fixture.js';
import type { Integrator } from './integrator.js';

/** Work that a process died over is resumed within half a minute. */
const SETTLE = { timeout: 120_000, interval: 500 };

/** Every page of a list. */
async function all<T>({ api }: Integrator, path: string): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const page: PageBody<T> = await api.get(`${path}?limit=100${query}`);
    found.push(...page.data);
    cursor = page.nextCursor;
  }
  return found;
}

const ids = (objects: { id: string }[]): string[] => objects.map(({ id }) => id).sort();

/** Waits until every outbox is empty, and checks that there are no dead letters. */
export async function settled({ credentials }: Product): Promise<void> {
  const operator = new Operator(credentials);
  type Status = { service: string; pending?: number; deadLetters?: number };
  const statuses = async (): Promise<Status[]> =>
    (await operator.call<{ data: Status[] }>('GET', '/outbox')).data;
  const empty = await until(
    'empty outboxes',
    async () => {
      const all = await statuses();
      return all.every(({ pending }) => pending === 0) ? all : undefined;
    },
    SETTLE.timeout,
  );
  for (const status of empty) expect(status).toMatchObject({ deadLetters: 0 });
}

/** Checks that exactly the acknowledged objects exist, in the expected state. */
export function reconcileObjects(integrator: Integrator): Promise<void> {
  // Deletions and usage follow the answers asynchronously.
  return vi.waitFor(() => compareObjects(integrator), SETTLE);
}

async function compareObjects(integrator: Integrator): Promise<void> {
  type Request = { id: string; title: string; status: string; counts: Record<string, number> };
  const requests = await all<Request>(integrator, '/v1/capture-requests');
  expect(ids(requests)).toEqual([...integrator.requests.keys()].sort());
  for (const { id, title, status, counts } of requests) {
    const expected = integrator.requests.get(id);
    const [contacts, submissions] = [expected?.contacts.length, expected?.submissions.length];
    expect({ title, status, counts }).toEqual({
      title: expected?.title,
      status: expected?.status,
      counts: { contacts, submissions },
    });
    const path = `/v1/capture-requests/${id}`;
    expect(ids(await all(integrator, `${path}/contacts`))).toEqual(expected?.contacts.toSorted());
    expect(ids(await all(integrator, `${path}/submissions`))).toEqual(expected?.submissions.toSorted());
  }
  expect(ids(await all(integrator, '/v1/sessions'))).toEqual(integrator.sessions.toSorted());
  await compareFootage(integrator);
}

async function compareFootage(integrator: Integrator): Promise<void> {
  const recordings = await all<RecordingBody>(integrator, '/v1/recordings');
  expect(ids(recordings)).toEqual([...integrator.recordings].sort());
  for (const { status, tracks } of recordings)
    expect({ status, files: tracks.map((track) => track.sha256) }).toEqual({
      status: 'complete',
      files: [sha256(integrator.clip)],
    });
  const usage = await integrator.api.get<{ captureRequestSec: number; storageBytes: number }>('/v1/usage');
  expect(usage).toMatchObject({
    captureRequestSec: integrator.takes,
    storageBytes: integrator.recordings.size * integrator.clip.length,
  });
}

const subjects: Record<string, string> = {
  'capture_request.submission_received': 'submissionId',
  'submission.replaced': 'submissionId',
  session: 'sessionId',
  recording: 'recordingId',
  capture_request: 'captureRequestId',
};

function eventKey({ type, data }: Delivery['event']): string {
  const subject = subjects[type] ?? subjects[type.split('.', 1)[0] ?? ''] ?? '';
  return `${type} ${String(data[subject])}`;
}

/** Checks that each expected event exists once, without gaps in the sequence. Returns how many deliveries arrived twice. */
export async function reconcileEvents(integrator: Integrator): Promise<number> {
  const read = () => all<Delivery['event']>(integrator, '/v1/events');
  // What no answer told of is no substitute for a deletion that follows its answer.
  await until(
    'every event',
    async () =>
      told((await read()).map(eventKey), integrator.expectedEvents).length >=
      integrator.expectedEvents.length,
    SETTLE.timeout,
  );
  const events = await read();
  expect(told(events.map(eventKey), integrator.expectedEvents).sort()).toEqual(
    integrator.expectedEvents.toSorted(),
  );
  expect(events.map(({ sequence }) => sequence)).toEqual(
    events.map((_event, index) => events.length - index),
  );
  type Row = { eventId: string; status: string };
  const path = `/v1/webhook-endpoints/${integrator.endpoint.id}/deliveries`;
  const delivered = async (): Promise<boolean> =>
    (await all<Row>(integrator, path)).every(({ status }) => status === 'succeeded');
  await until('every delivery', delivered, SETTLE.timeout);
  const rows = await all<Row>(integrator, path);
  expect(rows.map(({ eventId }) => eventId).sort()).toEqual(ids(events));
  return reconcileReceipts(integrator, events);
}

function reconcileReceipts(integrator: Integrator, events: Delivery['event'][]): number {
  const { deliveries } = integrator.receiver;
  const bodies = new Map<string, string>();
  for (const delivery of deliveries) {
    verifySignature(delivery, integrator.endpoint.secret);
    const id = String(delivery.headers['webhook-id']);
    expect(bodies.get(id) ?? delivery.body).toBe(delivery.body);
    bodies.set(id, delivery.body);
  }
  expect([...bodies.keys()].sort()).toEqual(ids(events));
  return deliveries.length - bodies.size;
}

/** A promotion may fail in a call whose answer a kill swallowed: only those that an answer told are expected. */
function told(keys: readonly string[], expected: readonly string[]): string[] {
  const left = [...expected];
  return keys.filter((key) => {
    const at = left.indexOf(key);
    if (at >= 0) left.splice(at, 1);
    return at >= 0 || !key.startsWith('session.promotion_failed ');
  });
}
