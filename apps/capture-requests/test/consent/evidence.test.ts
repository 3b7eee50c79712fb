import { createHash } from 'node:crypto';
import { canonicalBytes, newId, type PublicJwk } from '@capture/contracts';
import { verifySigned } from '@capture/platform';
import { keyPrincipal, type Answer } from '@capture/service-testing';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EvidenceDto } from '../../src/consent/evidence.dto.js';
import { GENESIS_HASH } from '../../src/consent/evidence.model.js';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

const ACCEPTED = { releaseAccepted: true, releaseVersion: 'v1' };
const LANDINGS = 24;

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => service.fakes.reset());

const evidenceOf = (
  integrator: Integrator,
  requestId: string,
  submissionId: string,
): Promise<Answer<EvidenceDto>> =>
  integrator.call<EvidenceDto>('GET', `/${requestId}/submissions/${submissionId}/evidence`);

interface Link {
  sequence: number;
  previous_hash: string;
  hash: string;
  record: string | null;
}

const chainOf = (integrator: Integrator): Promise<Link[]> =>
  service.rows<Link>(
    'SELECT sequence, previous_hash, hash, record FROM evidence WHERE organization_id = $1 ORDER BY sequence',
    integrator.key.organizationId,
  );

function expectWhole(chain: Link[], length: number): void {
  expect(chain.map(({ sequence }) => sequence)).toEqual(
    Array.from({ length }, (_unused, index) => index + 1),
  );
  expect(chain.map((link) => link.previous_hash)).toEqual([
    GENESIS_HASH,
    ...chain.slice(0, -1).map(({ hash }) => hash),
  ]);
}

describe('evidence', () => {
  it('states the consent and the take, hashed and signed by the key that the service publishes', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const submissionId = await new Respondent(service, link, '2001:db8::9').submit(ACCEPTED);
    const [submission] = await integrator.submissions(request.id);
    const { status, body } = await evidenceOf(integrator, request.id, submissionId);
    expect(status).toBe(200);
    expect(body.record).toEqual({
      evidenceVersion: 1,
      organizationId: integrator.key.organizationId,
      captureRequestId: request.id,
      submissionId,
      consent: submission?.['consent'],
      take: { sha256: 'a'.repeat(64), merkleRoot: 'a'.repeat(64), sizeBytes: 1024 },
      previousHash: GENESIS_HASH,
      sequence: 1,
    });
    expect(body.record.consent).toMatchObject({
      text: RELEASE.text,
      ipAddress: '2001:db8::9',
      version: 'v1',
    });
    expect(createHash('sha256').update(canonicalBytes(body.record)).digest('hex')).toBe(body.hash);
    const published = await service.call<{ keys: PublicJwk[] }>(
      { kind: 'public' },
      'GET',
      '/.well-known/capture-keys.json',
    );
    const { record, signature } = body;
    expect(verifySigned({ ...record, signature }, published.body.keys)).toBe(true);
  });

  it(`of ${LANDINGS} takes that land at once, on several requests, is one chain without gap or fork`, async () => {
    const integrator = new Integrator(service);
    const links = await Promise.all(
      [1, 2, 3, 4].map(async () => (await integrator.createOpen({ release: RELEASE })).link),
    );
    const people = Array.from({ length: LANDINGS }, (_unused, index) => {
      const link = links[index % links.length];
      if (!link) throw new Error('no link');
      return new Respondent(service, link);
    });
    const takes = await Promise.all(people.map((person) => person.mustOpen(ACCEPTED)));
    const statuses = await Promise.all(
      people.map(async (person, index) => (await person.complete(takes[index] ?? '')).status),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    expectWhole(await chainOf(integrator), LANDINGS);
  });

  it('of one organization goes on without regard to another', async () => {
    const integrators = [new Integrator(service), new Integrator(service)];
    for (const integrator of [...integrators, ...integrators]) {
      const { link } = await integrator.createOpen({ release: RELEASE });
      await new Respondent(service, link).submit(ACCEPTED);
    }
    for (const integrator of integrators) expectWhole(await chainOf(integrator), 2);
  });

  it('is not left by a landing that was rolled back', async () => {
    const integrator = new Integrator(service);
    const { link } = await integrator.createOpen({ release: RELEASE });
    const person = new Respondent(service, link);
    await person.submit(ACCEPTED);
    await service.rows(
      'UPDATE evidence_head SET sequence = 0 WHERE organization_id = $1',
      integrator.key.organizationId,
    );
    const takeId = await person.mustOpen(ACCEPTED);
    expect((await person.complete(takeId)).status).toBe(500);
    await service.rows(
      'UPDATE evidence_head SET sequence = 1 WHERE organization_id = $1',
      integrator.key.organizationId,
    );
    expect((await person.complete(takeId)).status).toBe(201);
    expectWhole(await chainOf(integrator), 2);
  });

  it.each([
    ['changed', "UPDATE evidence SET record = '{}' WHERE submission_id = $1"],
    ['given another number', 'UPDATE evidence SET sequence = 7 WHERE submission_id = $1'],
    ['signed anew', "UPDATE evidence SET signature = 'x', kid = 'y' WHERE submission_id = $1"],
    ['removed', 'DELETE FROM evidence WHERE submission_id = $1'],
  ])('cannot be %s, not even by a statement that tries', async (_what, statement) => {
    const { link } = await new Integrator(service).createOpen({ release: RELEASE });
    const submissionId = await new Respondent(service, link).submit(ACCEPTED);
    await expect(service.rows(statement, submissionId)).rejects.toThrow(/frozen/);
  });

  it('loses what it says when the answer is replaced, and keeps its place in the chain', async () => {
    const integrator = new Integrator(service);
    const request = await integrator.create({ release: RELEASE });
    const person = new Respondent(service, (await integrator.invite(request.id)).link);
    const replaced = await person.submit(ACCEPTED);
    const current = await person.submit(ACCEPTED);
    expect((await evidenceOf(integrator, request.id, replaced)).status).toBe(404);
    expect((await evidenceOf(integrator, request.id, current)).body.record.sequence).toBe(2);
    const chain = await chainOf(integrator);
    expectWhole(chain, 2);
    expect(chain.map(({ record }) => record === null)).toEqual([true, false]);
  });

  it('stays readable when its request is deleted, for the organization alone', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen({ release: RELEASE });
    const submissionId = await new Respondent(service, link).submit(ACCEPTED);
    const before = await evidenceOf(integrator, request.id, submissionId);
    await integrator.call('DELETE', `/${request.id}`);
    const after = await evidenceOf(integrator, request.id, submissionId);
    expect([after.status, after.body]).toEqual([200, before.body]);
    const stranger = new Integrator(service);
    expect((await evidenceOf(stranger, request.id, submissionId)).status).toBe(404);
    const { id: otherRequest } = await integrator.create();
    expect((await evidenceOf(integrator, otherRequest, submissionId)).status).toBe(404);
  });

  it('is not there without a consent, and the answer says why', async () => {
    const integrator = new Integrator(service);
    const { request, link } = await integrator.createOpen();
    const submissionId = await new Respondent(service, link).submit();
    const { status, text } = await evidenceOf(integrator, request.id, submissionId);
    expect([status, text]).toEqual([404, expect.stringContaining('no consent record')]);
    expect(await chainOf(integrator)).toEqual([]);
  });
});

describe('a legacy consent', () => {
  const facts = { acceptedAt: '2025-01-02T03:04:05.000Z', ipAddress: '203.0.113.9' };

  async function submitted(release: object = { text: 'Wording of now.' }) {
    const integrator = new Integrator(service, keyPrincipal());
    const { request, link } = await integrator.createOpen({ release });
    const person = new Respondent(service, link);
    const submissionId = await person.submit('required' in release ? ACCEPTED : {});
    return { integrator, captureRequestId: request.id, submissionId };
  }
  type Submitted = Awaited<ReturnType<typeof submitted>>;

  const backfill = ({ integrator, captureRequestId, submissionId }: Submitted, changes: object = {}) =>
    service.call({ kind: 'operator' }, 'POST', '/operator/v1/legacy-consents', {
      body: {
        organizationId: integrator.key.organizationId,
        captureRequestId,
        submissionId,
        ...facts,
        ...changes,
      },
    });

  it('has the wording of now, is imported once, and is never signed', async () => {
    const subject = await submitted();
    const { integrator, captureRequestId, submissionId } = subject;
    const consent = { text: 'Wording of now.', version: 'legacy', subjectName: 'Ada O.', ...facts };
    expect(await backfill(subject)).toMatchObject({ status: 200, body: { id: submissionId, consent } });
    await integrator.call('PATCH', `/${captureRequestId}`, { release: { text: 'Another.' } });
    expect(await backfill(subject, { ipAddress: '198.51.100.1' })).toMatchObject({
      status: 200,
      body: { consent },
    });
    expect(await integrator.submissions(captureRequestId)).toMatchObject([{ consent }]);
    const { status, text } = await evidenceOf(integrator, captureRequestId, submissionId);
    expect([status, text]).toEqual([404, expect.stringContaining('not recorded when it was given')]);
    expect(await chainOf(integrator)).toEqual([]);
  });

  it('never takes the place of a recorded one, and needs a wording', async () => {
    const recorded = await submitted(RELEASE);
    expect(await backfill(recorded)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const wordless = await submitted({});
    expect(await backfill(wordless)).toMatchObject({ status: 409, body: { code: 'conflict' } });
  });

  it('is refused for what is not there, for a foreign organization, and to anybody but the operator', async () => {
    const subject = await submitted();
    for (const changes of [
      { organizationId: newId('organization') },
      { captureRequestId: newId('captureRequest') },
      { submissionId: newId('submission') },
    ])
      expect(await backfill(subject, changes)).toMatchObject({ status: 404 });
    expect(await backfill(subject, { acceptedAt: 'yesterday' })).toMatchObject({ status: 400 });
    const answer = await service.call(subject.integrator.key, 'POST', '/operator/v1/legacy-consents', {
      body: {},
    });
    expect([401, 403]).toContain(answer.status);
  });
});
