import { verifySigned } from '@capture/platform';
import type { PublishedKey } from '@capture/persistence';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { EvidenceDto } from '../../src/consent/evidence.dto.js';
import { Integrator, RELEASE } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

const ACCEPTED = { releaseAccepted: true, releaseVersion: 'v1' };
const env = (seed: number): Record<string, string> => ({
  CAPTURE_EVIDENCE_SIGNING_KEY: Buffer.alloc(32, seed).toString('base64'),
});

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'), { env: env(1) });
});
afterAll(() => service.stop());

async function published(): Promise<PublishedKey[]> {
  const path = '/.well-known/capture-keys.json';
  const { status, body } = await service.call<{ keys: PublishedKey[] }>({ kind: 'public' }, 'GET', path);
  expect(status).toBe(200);
  return body.keys;
}

async function evidence(integrator: Integrator): Promise<EvidenceDto> {
  const { request, link } = await integrator.createOpen({ release: RELEASE });
  const submissionId = await new Respondent(service, link).submit(ACCEPTED);
  const path = `/${request.id}/submissions/${submissionId}/evidence`;
  return (await integrator.call<EvidenceDto>('GET', path)).body;
}

const holds = ({ record, signature }: EvidenceDto, keys: PublishedKey[]): boolean =>
  verifySigned({ ...record, signature }, keys);

describe('after a change of the signing key', () => {
  it('the earlier one stays published as retired, and what it signed verifies beside what the new one signs', async () => {
    const integrator = new Integrator(service);
    const [first] = await published();
    expect(first).toMatchObject({ kty: 'OKP', crv: 'Ed25519', use: 'sig', retiredAt: null });
    const old = await evidence(integrator);
    await service.restart(env(2));
    const recent = await evidence(integrator);
    const keys = await published();
    expect(keys.map(({ kid }) => kid)).toEqual([recent.signature.kid, old.signature.kid]);
    expect(keys.map(({ retiredAt }) => retiredAt === null)).toEqual([true, false]);
    expect(old.signature.kid).toBe(first?.kid);
    for (const document of [old, recent]) expect(holds(document, keys)).toBe(true);
    expect(recent.record.previousHash).toBe(old.hash);
  });

  it('back to the earlier one, it is in use again and the other is retired', async () => {
    const before = await published();
    await service.restart(env(1));
    const after = await published();
    expect(after.map(({ kid }) => kid)).toEqual(before.map(({ kid }) => kid).toReversed());
    expect(after.map(({ retiredAt }) => retiredAt === null)).toEqual([true, false]);
  });

  it('processes of both keys side by side publish both, whichever is asked', async () => {
    await service.add(env(3));
    const [, younger] = service.instances;
    const kids = await until('the new key to be published', async () => {
      const keys = await published();
      return keys.length === 3 ? keys.map(({ kid }) => kid) : undefined;
    });
    service.instances.reverse();
    expect(service.first).toBe(younger);
    expect((await published()).map(({ kid }) => kid)).toEqual(kids);
  });
});
