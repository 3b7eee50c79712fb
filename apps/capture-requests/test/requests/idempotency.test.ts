import { AnswerRetentionJobs, RunningClaimsJobs } from '@capture/persistence';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Request } from '../fixtures/integrator.js';
import { on, Service, unavailable } from '../fixtures/service.js';

const MINIMAL = { title: 'Title', prompt: 'Prompt?' };
const POOL = 3;

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), { env: { DATABASE_POOL_SIZE: String(POOL) } });
});
afterEach(() => service.fakes.reset());
afterAll(() => service.stop());

/** Makes accounts hang from now on; returns how many commands wait, and a way to let them go on. */
function hang(): { waiting: () => number; goOn: () => void } {
  let waiting = 0;
  let goOn: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (goOn = resolve));
  service.fakes.before = on('accounts.check_allowance', () => {
    waiting += 1;
    return gate;
  });
  return { waiting: () => waiting, goOn };
}

describe('while accounts hangs', () => {
  it('calls with an Idempotency-Key hold no connection: reads go on (scenario 82)', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create();
    const { waiting, goOn } = hang();
    const contacts = { contacts: [{ email: 'ada@example.com', name: 'Ada' }] };
    const writes = Array.from({ length: 4 * POOL }, (_, index) =>
      index % 2 === 0
        ? integrator.call('POST', '', MINIMAL, { 'idempotency-key': `hangs-${index}` })
        : integrator.call('POST', `/${request.id}/contacts`, contacts, {
            'idempotency-key': `hangs-${index}`,
          }),
    );
    await until('every write to wait for accounts', () => waiting() === writes.length);
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => integrator.call('GET', `/${request.id}`)),
    );
    expect(new Set(reads.map(({ status }) => status))).toEqual(new Set([200]));
    goOn();
    expect(new Set((await Promise.all(writes)).map(({ status }) => status))).toEqual(new Set([201]));
  });

  it('a twin is refused, and a repeat afterwards gets the first answer', async () => {
    const integrator = new Integrator(service);
    const headers = { 'idempotency-key': 'twins' };
    const { waiting, goOn } = hang();
    const first = integrator.call<Request>('POST', '', MINIMAL, headers);
    await until('the first to wait', () => waiting() === 1);
    const twin = await integrator.call('POST', '', MINIMAL, headers);
    expect([twin.status, twin.body['code']]).toEqual([409, 'idempotency_in_progress']);
    goOn();
    const { text } = await first;
    const repeated = await integrator.call('POST', '', MINIMAL, headers);
    expect(repeated.text).toBe(text);
  });

  it('a call has its key for as long as its process says that it runs, by the clock of the database', async () => {
    const integrator = new Integrator(service);
    const headers = { 'idempotency-key': 'runs long' };
    const { waiting, goOn } = hang();
    const first = integrator.call<Request>('POST', '', MINIMAL, headers);
    await until('the first to wait', () => waiting() === 1);
    service.fakes.before = () => undefined;
    const twin = async () => (await integrator.call('POST', '', MINIMAL, headers)).body['code'];
    const age = (seconds: number) =>
      service.rows(`UPDATE idempotency_record SET created_at = created_at - interval '${seconds} seconds'`);
    await age(3);
    await service.runJob(RunningClaimsJobs, 'renew');
    await age(3);
    service.clock.advance(3600);
    expect(await twin()).toBe('idempotency_in_progress');
    service.clock.advance(-3600);
    goOn();
    expect((await first).status).toBe(201);
  });

  it('a call that was taken for dead, and whose key was used again, has no effect any more', async () => {
    const integrator = new Integrator(service);
    const headers = { 'idempotency-key': 'taken for dead' };
    const { waiting, goOn } = hang();
    const first = integrator.call<Request>('POST', '', MINIMAL, headers);
    await until('the first to wait', () => waiting() === 1);
    await service.rows(`UPDATE idempotency_record SET created_at = created_at - interval '6 seconds'`);
    await service.runJob(RunningClaimsJobs, 'renew');
    service.fakes.before = () => undefined;
    const second = await integrator.call<Request>('POST', '', MINIMAL, headers);
    expect(second.status).toBe(201);
    goOn();
    expect((await first).body).toMatchObject({ code: 'idempotency_in_progress' });
    const { body } = await integrator.call<{ data: Request[] }>('GET', '');
    expect(body.data.map(({ id }) => id)).toEqual([second.body.id]);
    expect((await integrator.call('POST', '', MINIMAL, headers)).text).toBe(second.text);
  });
});

/** Answers of the account, which a caller changes elsewhere, and what lets the same call through. */
const OF_THE_ACCOUNT: [string, number, (refused: boolean) => void][] = [
  ['capture_allowance_reached', 402, (refused) => (service.fakes.allowanceSpent = refused)],
  ['organization_paused', 409, (refused) => (service.fakes.organizationPaused = refused)],
];

it.each(OF_THE_ACCOUNT)(
  '%s is no answer to keep: once the account is in order, the same key has its effect, once',
  async (code, status, refuse) => {
    const integrator = new Integrator(service);
    const headers = { 'idempotency-key': 'spent, then paid' };
    const create = () => integrator.call<Request>('POST', '', MINIMAL, headers);
    refuse(true);
    for (let call = 0; call < 2; call += 1) {
      const refused = await create();
      expect([refused.status, refused.body, refused.headers['idempotent-replayed']]).toEqual([
        status,
        expect.objectContaining({ code }),
        undefined,
      ]);
    }
    refuse(false);
    const made = await create();
    expect(made.status).toBe(201);
    refuse(true);
    const repeated = await create();
    expect([repeated.text, repeated.headers['idempotent-replayed']]).toEqual([made.text, 'true']);
  },
);

it('the absence of the other service is no answer to keep either', async () => {
  const integrator = new Integrator(service);
  const headers = { 'idempotency-key': 'away, then back' };
  service.fakes.before = on('accounts.check_allowance', unavailable);
  expect((await integrator.call('POST', '', MINIMAL, headers)).status).toBe(503);
  service.fakes.reset();
  expect((await integrator.call('POST', '', MINIMAL, headers)).status).toBe(201);
});

it('a refusal that is about the call itself is its answer from then on', async () => {
  const integrator = new Integrator(service);
  const request = await integrator.create();
  await integrator.call('POST', `/${request.id}/close`);
  const headers = { 'idempotency-key': 'closed' };
  const contacts = { contacts: [{ email: 'ada@example.com', name: 'Ada' }] };
  const add = () => integrator.call('POST', `/${request.id}/contacts`, contacts, headers);
  const answers = [await add(), await add()];
  expect(answers.map(({ body, headers: sent }) => [body['code'], sent['idempotent-replayed']])).toEqual([
    ['capture_request_closed', undefined],
    ['capture_request_closed', 'true'],
  ]);
});

it('when the answer cannot be stored, there is no effect either', async () => {
  const integrator = new Integrator(service);
  const headers = { 'idempotency-key': 'not stored' };
  const { waiting, goOn } = hang();
  const first = integrator.call('POST', '', MINIMAL, headers);
  await until('the call to wait', () => waiting() === 1);
  await service.rows('ALTER TABLE idempotency_record RENAME COLUMN answer TO elsewhere');
  goOn();
  expect((await first).status).toBeGreaterThanOrEqual(500);
  await service.rows('ALTER TABLE idempotency_record RENAME COLUMN elsewhere TO answer');
  const { body } = await integrator.call<{ data: unknown[] }>('GET', '');
  expect(body.data).toEqual([]);
});

it('answers are deleted once no repeat gets them any more, and not before', async () => {
  const integrator = new Integrator(service);
  const kept = (): Promise<unknown[]> => service.rows('SELECT 1 FROM idempotency_record');
  await integrator.call('POST', '', MINIMAL, { 'idempotency-key': 'kept for a day' });
  await service.runJob(AnswerRetentionJobs, 'prune');
  expect((await kept()).length).toBeGreaterThan(0);
  service.clock.advance(24 * 60 * 60);
  await service.runJob(AnswerRetentionJobs, 'prune');
  expect(await kept()).toEqual([]);
});
