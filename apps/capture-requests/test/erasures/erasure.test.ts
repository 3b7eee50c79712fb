import {
  createEvent,
  erasedAddressSha256,
  newId,
  RecordingDeleted,
  type ChangeMade,
  type ErasureReceipt,
  type MemberPrincipal,
  type PublicJwk,
} from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { memberPrincipal, PUBLIC, type Answer } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { CompletionJobs } from '../../src/completion/completion.jobs.js';
import type { ErasureDto, ErasurePageDto } from '../../src/erasures/erasure.dto.js';
import { ErasureJobs } from '../../src/erasures/erasure.jobs.js';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { on, Service, unavailable } from '../fixtures/service.js';

const PATH = '/console/api/erasures';
const NAME = 'Ada Lovelace';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterEach(() => service.fakes.reset());
afterAll(() => service.stop());

interface Organization {
  integrator: Integrator;
  admin: MemberPrincipal;
}

const organization = (): Organization => {
  const integrator = new Integrator(service);
  return { integrator, admin: memberPrincipal(integrator.key, { role: 'admin' }) };
};

/** A request whose roster has the address, with an answer. */
async function answered({ integrator }: Organization, email: string): Promise<string> {
  const { id } = await integrator.create({ release: RELEASE });
  const { link } = await integrator.invite(id, email, NAME);
  const consent = { releaseAccepted: true, releaseVersion: 'v1' };
  await new Respondent(service, link).submit({ displayName: NAME, ...consent });
  return id;
}

const ask = (
  { admin }: Organization,
  email: string,
  headers: Record<string, string> = {},
): Promise<Answer<ErasureDto>> => service.call<ErasureDto>(admin, 'POST', PATH, { body: { email }, headers });

async function completed({ admin }: Organization, id: string): Promise<ErasureDto> {
  return until('the erasure to be completed', async () => {
    const { body } = await service.call<ErasureDto>(admin, 'GET', `${PATH}/${id}`);
    if (body.status === 'completed') return body;
    service.clock.advance(15 * 60);
    await service.runJob(ErasureJobs, 'carryOn');
    return undefined;
  });
}

const receiptOf = ({ admin }: Organization, id: string): Promise<Answer<ErasureReceipt>> =>
  service.call<ErasureReceipt>(admin, 'GET', `${PATH}/${id}/receipt`);

const countsOf = (erasure: ErasureDto): Record<string, object> =>
  Object.fromEntries(erasure.services.map(({ service: name, counts }) => [name, counts]));

/** Rows of every table of the service that have the text anywhere. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await service.rows<{ name: string }>(
    `SELECT relname AS name FROM pg_class
     WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const sql = `SELECT 1 FROM "${name}" t WHERE position(lower($1) in lower(t::text)) > 0 LIMIT 1`;
    if ((await service.rows(sql, text)).length > 0) found.push(name);
  }
  return found.sort();
}

describe('erasing a person by address', () => {
  it("removes them from every roster with their takes and footage, in any spelling, and nobody of another organization's; the consent stays", async () => {
    const org = organization();
    const email = 'Ada.One@Example.com';
    const [first, second] = [await answered(org, email), await answered(org, email.toLowerCase())];
    const bystander = await answered(organization(), email);
    const { status, body } = await ask(org, 'ada.one@EXAMPLE.com');
    expect([status, body]).toMatchObject([201, { requestedBy: org.admin.memberId }]);
    const done = await completed(org, body.id);
    expect(countsOf(done)).toEqual({
      'capture-requests': { contacts: 2, submissions: 2, recordings: 2 },
      webhooks: { attempts: 2 },
      accounts: { suppressions: 1 },
    });
    for (const id of [first, second]) {
      expect((await org.integrator.call('GET', `/${id}`)).body['counts']).toEqual({
        contacts: 0,
        submissions: 1,
      });
      const [submission] = await org.integrator.submissions(id);
      expect(submission).toMatchObject({
        displayName: 'Erased person',
        contactId: null,
        recordingId: null,
        consent: { subjectName: NAME },
      });
      expect(await service.awaitEvents(id, 'submission.footage_expired')).toHaveLength(1);
    }
    expect(
      await service.rows('SELECT 1 FROM take WHERE capture_request_id = ANY($1)', [first, second]),
    ).toEqual([]);
    const [other] = await service.rows<{ email: string; displayName: string }>(
      `SELECT c.email, s.display_name AS "displayName" FROM contact c JOIN submission s ON s.contact_id = c.id
       WHERE c.capture_request_id = $1`,
      bystander,
    );
    expect(other).toEqual({ email, displayName: NAME });
  });

  it('leaves the address in no table of the service', async () => {
    const org = organization();
    const email = 'canary.two@example.com';
    await answered(org, email);
    expect(await tablesWith(email)).toEqual(['contact']);
    const { body } = await ask(org, email);
    await completed(org, body.id);
    await service.idleOutbox();
    expect(await tablesWith(email)).toEqual([]);
  });

  it('ends in a receipt that verifies with the published keys and names the address by its digest alone', async () => {
    const org = organization();
    const email = 'ada.three@example.com';
    await answered(org, email);
    const { body } = await ask(org, email);
    const done = await completed(org, body.id);
    const { body: receipt, text } = await receiptOf(org, body.id);
    expect(text).not.toContain(email);
    expect(receipt).toMatchObject({
      erasureId: body.id,
      organizationId: org.integrator.key.organizationId,
      addressSha256: erasedAddressSha256(body.id, email),
      requestedBy: org.admin.memberId,
      requestedAt: done.requestedAt,
      completedAt: done.completedAt,
    });
    expect(receipt.recordings).toMatchObject([{ receiptId: expect.stringMatching(/^rcp_/) }]);
    expect(receipt.services).toEqual(done.services);
    const keys = await service.call<{ keys: PublicJwk[] }>(PUBLIC, 'GET', '/.well-known/capture-keys.json');
    expect(verifySigned(receipt, keys.body.keys)).toBe(true);
    expect(verifySigned({ ...receipt, recordings: [] } as ErasureReceipt, keys.body.keys)).toBe(false);
  });

  it('is logged by its id, from the request on, never with the address', async () => {
    const org = organization();
    const email = 'ada.four@example.com';
    const { body } = await ask(org, email);
    await completed(org, body.id);
    const { organizationId } = org.integrator.key;
    const changes = await until('both changes', () => {
      const found = service.events.filter(
        (event) => event.type === 'change.made' && event.organizationId === organizationId,
      );
      return found.length >= 2 ? found.map(({ data }) => data as ChangeMade) : undefined;
    });
    expect(changes).toMatchObject([
      { actor: org.admin.memberId, action: 'erasure.requested', subject: body.id },
      { actor: org.admin.memberId, action: 'erasure.completed', subject: body.id },
    ]);
    expect(JSON.stringify(changes)).not.toContain(email);
  });

  it.each(['recordings.delete_footage', 'webhooks.erase_person', 'accounts.erase_person'] as const)(
    'is carried on after %s failed and after its answer was lost, and counts everything once',
    async (command) => {
      const org = organization();
      const email = `ada.${command}@example.com`;
      await answered(org, email);
      await answered(org, email);
      let strikes = 0;
      const strike = (): void => {
        strikes += 1;
        if (strikes <= 3) unavailable();
      };
      service.fakes.before = on(command, strike);
      service.fakes.after = on(command, strike);
      const { body } = await ask(org, email);
      const done = await completed(org, body.id);
      expect(strikes).toBeGreaterThan(3);
      expect(countsOf(done)['capture-requests']).toEqual({ contacts: 2, submissions: 2, recordings: 2 });
      expect((await receiptOf(org, body.id)).body.recordings).toHaveLength(2);
    },
  );

  it('goes on at once while webhooks has more to erase, and counts that once', async () => {
    const org = organization();
    service.fakes.webhooksTurns = 12;
    const { body } = await ask(org, 'ada.thirteen@example.com');
    // With the pauses after a failure it would take an hour.
    const done = await until('the erasure to be completed', async () => {
      const { body: found } = await service.call<ErasureDto>(org.admin, 'GET', `${PATH}/${body.id}`);
      return found.status === 'completed' ? found : undefined;
    });
    expect(countsOf(done)).toMatchObject({ webhooks: { attempts: 2 } });
    expect(service.fakes.webhooksTurns).toBeLessThanOrEqual(0);
  });

  it('has the receipt only when it is completed', async () => {
    const org = organization();
    service.fakes.before = on('accounts.erase_person', unavailable);
    const { body } = await ask(org, 'ada.five@example.com');
    expect(await receiptOf(org, body.id)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    service.fakes.reset();
    await completed(org, body.id);
    expect((await receiptOf(org, body.id)).status).toBe(200);
  });

  it('takes a take that lands meanwhile with it', async () => {
    const org = organization();
    const email = 'ada.six@example.com';
    const { id } = await org.integrator.create();
    const { link } = await org.integrator.invite(id, email, NAME);
    await new Respondent(service, link).submit({ displayName: NAME });
    let again = true;
    service.fakes.after = on('recordings.delete_footage', async () => {
      if (!again) return;
      again = false;
      await new Respondent(service, link).submit({ displayName: NAME });
    });
    const { body } = await ask(org, email);
    await completed(org, body.id);
    expect(await org.integrator.submissions(id)).toMatchObject([
      { displayName: 'Erased person', recordingId: null },
    ]);
    expect((await receiptOf(org, body.id)).body.recordings).toHaveLength(1);
  });

  it('takes the name off a take that is completing at that moment, and nothing lands of it', async () => {
    const org = organization();
    const email = 'ada.ten@example.com';
    const { id } = await org.integrator.create();
    const { link } = await org.integrator.invite(id, email, NAME);
    service.fakes.after = on('recordings.complete_upload', unavailable);
    const respondent = new Respondent(service, link);
    const take = await respondent.mustOpen({ displayName: NAME });
    await respondent.complete(take);
    const named = 'SELECT state FROM take WHERE id = $1 AND display_name = $2';
    expect(await service.rows(named, take, NAME)).toEqual([{ state: 'completing' }]);
    const { body } = await ask(org, email);
    await completed(org, body.id);
    expect(await service.rows(named, take, NAME)).toEqual([]);
    service.fakes.reset();
    await service.runJob(CompletionJobs, 'resumeStuck');
    expect(await org.integrator.submissions(id)).toEqual([]);
  });

  it('lists a recording that the event took off its answer before the erasure had noted it', async () => {
    const org = organization();
    const email = 'ada.twelve@example.com';
    const captureRequestId = await answered(org, email);
    let again = true;
    service.fakes.after = on('recordings.delete_footage', async ({ recordingId }) => {
      if (!again || recordingId === null) return;
      again = false;
      const data = { recordingId, sessionId: null, captureRequestId, reason: 'requested' as const };
      await service.bus.publish(createEvent(RecordingDeleted, org.integrator.key.organizationId, data));
      unavailable();
    });
    const { body } = await ask(org, email);
    const done = await completed(org, body.id);
    expect(countsOf(done)['capture-requests']).toEqual({ contacts: 1, submissions: 1, recordings: 1 });
    expect((await receiptOf(org, body.id)).body.recordings).toHaveLength(1);
    expect(await service.awaitEvents(captureRequestId, 'submission.footage_expired')).toHaveLength(1);
  });

  it('lists in the receipt the recordings that went with it, and none that was deleted before', async () => {
    const org = organization();
    const email = 'ada.eleven@example.com';
    const id = await answered(org, email);
    const [submission] = await org.integrator.submissions(id);
    const deleted = await org.integrator.call('DELETE', `/${id}/submissions/${String(submission?.['id'])}`);
    expect(deleted.status).toBe(202);
    await answered(org, email);
    const { body } = await ask(org, email);
    const done = await completed(org, body.id);
    expect(countsOf(done)['capture-requests']).toEqual({ contacts: 2, submissions: 2, recordings: 1 });
    expect((await receiptOf(org, body.id)).body.recordings).toHaveLength(1);
  });

  it('finds nothing left the second time, which is an erasure of its own', async () => {
    const org = organization();
    const email = 'ada.seven@example.com';
    await answered(org, email);
    const first = await ask(org, email);
    await completed(org, first.body.id);
    const second = await ask(org, email);
    expect(second.body.id).not.toBe(first.body.id);
    const done = await completed(org, second.body.id);
    expect(countsOf(done)['capture-requests']).toEqual({});
    expect(second.body.addressSha256).not.toBe(first.body.addressSha256);
  });
});

describe('a call for an erasure', () => {
  it('is refused for the address of a member, in any spelling', async () => {
    const org = organization();
    service.fakes.members = ['grace@example.com'];
    const refused = await ask(org, 'Grace@Example.com');
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const { body } = await service.call<ErasurePageDto>(org.admin, 'GET', PATH);
    expect(body.data).toEqual([]);
  });

  it('makes one erasure when it is repeated under its Idempotency-Key', async () => {
    const org = organization();
    const headers = { 'idempotency-key': newId('request') };
    const first = await ask(org, 'ada.eight@example.com', headers);
    const second = await ask(org, 'ada.eight@example.com', headers);
    expect(second.body).toEqual(first.body);
    const { body } = await service.call<ErasurePageDto>(org.admin, 'GET', PATH);
    expect(body.data).toHaveLength(1);
  });

  it('is for admins, and shows nothing of another organization', async () => {
    const org = organization();
    const { body } = await ask(org, 'ada.nine@example.com');
    const producer = { ...org, admin: memberPrincipal(org.integrator.key) };
    expect((await ask(producer, 'ada.nine@example.com')).status).toBe(403);
    const stranger = organization();
    for (const path of [`${PATH}/${body.id}`, `${PATH}/${body.id}/receipt`])
      expect((await service.call(stranger.admin, 'GET', path)).status).toBe(404);
    expect((await service.call<ErasurePageDto>(stranger.admin, 'GET', PATH)).body.data).toEqual([]);
  });
});
