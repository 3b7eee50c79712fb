import { until } from '@capture/testing';
import { expect, vi } from 'vitest';
import type { Integrator } from './integrator.js';
import { Operator } from './operator.js';
import type { Product } from './product.js';
import { verifySignature, type Delivery } from './receiver.js';
import { sha256 } from './respondent.js';
import type { PageBody, RecordingBody } from './scene.js';

/** What was under way when its process died is taken up after half a minute at the latest. */
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

/** Waits until no service has anything left to tell another; dead letters are never what is expected. */
export async function settled({ credentials }: Product): Promise<void> {
  const operator = new Operator(credentials.baseUrl, credentials.operatorToken);
  type Status = { service: string; pending?: number; deadLetters?: number };
  const statuses = async (): Promise<Status[]> =>
    (await operator.call<{ data: Status[] }>('GET', '/outbox')).data;
  await until(
    'empty outboxes',
    async () => (await statuses()).every(({ pending }) => pending === 0),
    SETTLE.timeout,
  );
  for (const status of await statuses()) expect(status).toMatchObject({ pending: 0, deadLetters: 0 });
}

/** Everything that was acknowledged is there as it was left, and there is nothing else. */
export function reconcileObjects(who: Integrator): Promise<void> {
  // Footage goes, and usage comes, a little after the answer that promised it.
  return vi.waitFor(() => compareObjects(who), SETTLE);
}

async function compareObjects(who: Integrator): Promise<void> {
  type Request = { id: string; title: string; status: string; counts: Record<string, number> };
  const requests = await all<Request>(who, '/v1/capture-requests');
  expect(ids(requests)).toEqual([...who.requests.keys()].sort());
  for (const { id, title, status, counts } of requests) {
    const kept = who.requests.get(id);
    const [contacts, submissions] = [kept?.contacts.length, kept?.submissions.length];
    expect({ title, status, counts }).toEqual({
      title: kept?.title,
      status: kept?.status,
      counts: { contacts, submissions },
    });
    const path = `/v1/capture-requests/${id}`;
    expect(ids(await all(who, `${path}/contacts`))).toEqual(kept?.contacts.toSorted());
    expect(ids(await all(who, `${path}/submissions`))).toEqual(kept?.submissions.toSorted());
  }
  expect(ids(await all(who, '/v1/sessions'))).toEqual(who.sessions.toSorted());
  await compareFootage(who);
}

async function compareFootage(who: Integrator): Promise<void> {
  const recordings = await all<RecordingBody>(who, '/v1/recordings');
  expect(ids(recordings)).toEqual([...who.recordings].sort());
  for (const { status, tracks } of recordings)
    expect({ status, files: tracks.map((track) => track.sha256) }).toEqual({
      status: 'complete',
      files: [sha256(who.clip)],
    });
  const usage = await who.api.get<{ captureRequestSec: number; storageBytes: number }>('/v1/usage');
  expect(usage).toMatchObject({
    captureRequestSec: who.takes,
    storageBytes: who.recordings.size * who.clip.length,
  });
}

const subjects: Record<string, string> = {
  'capture_request.submission_received': 'submissionId',
  'submission.replaced': 'submissionId',
  session: 'sessionId',
  recording: 'recordingId',
  capture_request: 'captureRequestId',
};

function factOf({ type, data }: Delivery['event']): string {
  const subject = subjects[type] ?? subjects[type.split('.', 1)[0] ?? ''] ?? '';
  return `${type} ${String(data[subject])}`;
}

/** Each fact is one event, in an unbroken sequence; answers how many deliveries the receiver was sent twice. */
export async function reconcileEvents(who: Integrator): Promise<number> {
  await until(
    'every event',
    async () => (await all(who, '/v1/events')).length >= who.facts.length,
    SETTLE.timeout,
  );
  const events = await all<Delivery['event']>(who, '/v1/events');
  expect(events.map(factOf).sort()).toEqual(who.facts.toSorted());
  expect(events.map(({ sequence }) => sequence)).toEqual(
    events.map((_event, index) => events.length - index),
  );
  type Row = { eventId: string; status: string };
  const path = `/v1/webhook-endpoints/${who.endpoint.id}/deliveries`;
  const delivered = async (): Promise<boolean> =>
    (await all<Row>(who, path)).every(({ status }) => status === 'succeeded');
  await until('every delivery', delivered, SETTLE.timeout);
  const rows = await all<Row>(who, path);
  expect(rows.map(({ eventId }) => eventId).sort()).toEqual(ids(events));
  return reconcileReceipts(who, events);
}

function reconcileReceipts(who: Integrator, events: Delivery['event'][]): number {
  const { deliveries } = who.receiver;
  const bodies = new Map<string, string>();
  for (const delivery of deliveries) {
    verifySignature(delivery, who.endpoint.secret);
    const id = String(delivery.headers['webhook-id']);
    expect(bodies.get(id) ?? delivery.body).toBe(delivery.body);
    bodies.set(id, delivery.body);
  }
  expect([...bodies.keys()].sort()).toEqual(ids(events));
  return deliveries.length - bodies.size;
}
