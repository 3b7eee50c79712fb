import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWith, withCanary } from '../../harness/canary.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent } from '../../harness/clients/respondent.js';
import { RoomParticipant, type OpenedRoom } from '../../harness/clients/room.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../harness/organizations/members.js';
import { tablesWith } from '../../harness/organizations/traces.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { recovered } from '../../harness/processes/crashes.js';
import { DatabaseSession } from '../../harness/processes/database-session.js';
import { MODE, Product } from '../../harness/processes/product.js';

/** Longer than the lease of a process that died, on a machine under load. */
const DONE_MS = 120_000;

/** Where the id of a deleted organization stays: in the record of the deletion, and in consents. */
const KEPT = [
  'accounts.audit_entry',
  'accounts.deleted_organization',
  'accounts.organization_deletion',
  'capture_requests.consent',
  'capture_requests.deleted_organization',
  'capture_requests.evidence',
  'capture_requests.evidence_head',
  'recordings.deleted_organization',
  'sessions.deleted_organization',
  'webhooks.deleted_organization',
];

interface Deletion {
  status: string;
  services: { service: string; completedAt: string | null; counts: Record<string, number> }[];
}

/** An organization that has left a mark of its own everywhere. */
interface Organization {
  id: string;
  mark: string;
  media: string;
  admin: SignedInAs;
  fixture: CaptureFixture;
}

describe(`deleting an organization (${MODE})`, () => {
  let product: Product;
  let operator: Operator;
  let mine: Organization;
  let theirs: Organization;

  beforeAll(async () => {
    product = await Product.start();
    operator = new Operator(product.credentials);
    [mine, theirs] = [await organization(), await organization()];
  });
  afterAll(async () => {
    for (const { fixture } of [mine, theirs]) await fixture.receiver.stop();
    await product.remove();
  });

  async function organization(): Promise<Organization> {
    const mark = `canary-${randomUUID()}`;
    const id = await operator.organization('platform');
    const { key } = await operator.key(id, { name: mark });
    const { baseUrl } = product.credentials;
    const admin = await new Members(operator, baseUrl).add(id, 'admin');
    const fixture = await CaptureFixture.withKey(baseUrl, key, { title: mark });
    const { bytes, canary: media } = withCanary(await makeClip(1));
    const roster = await fixture.api.post<{ data: { link: string }[] }>(
      `/v1/capture-requests/${fixture.request.id}/contacts`,
      // Consents outlive an organization, with the names of who gave them.
      { contacts: [{ email: `${mark}@example.org`, name: 'Ada' }] },
    );
    const respondent = new Respondent(fixture.api, accessOf(roster.data[0]?.link ?? ''));
    const submissionId = await respondent.submit({
      bytes,
      durationSec: 1,
      displayName: 'Ada',
      releaseVersion: 'v1',
    });
    await fixture.receiver.event('capture_request.submission_received', { submissionId });
    const room = await fixture.api.post<OpenedRoom>('/v1/sessions');
    await RoomParticipant.guest(fixture.api, room.joinUrl, room.session.id, mark);
    const email = `${mark}@example.org`;
    await operator.call('POST', `/orgs/${id}/suppressions`, { email, reason: 'bounced' });
    const body = { email, role: 'viewer' };
    expect((await admin.api.call('POST', '/invitations', { body })).status).toBe(201);
    return { id, mark, media, admin, fixture };
  }

  const tables = async (text: string): Promise<string[]> =>
    (await tablesWith(product.dataDir, text)).filter((table) => table !== 'accounts.mail');

  const stored = ({ media }: Organization): Promise<string[]> =>
    filesWith(join(product.dataDir, 'store'), media);

  const deletion = (id: string): Promise<Deletion> => operator.call('GET', `/orgs/${id}/deletion`);

  const countsOf = ({ services }: Deletion): Record<string, Record<string, number>> =>
    Object.fromEntries(services.map(({ service, counts }) => [service, counts]));

  async function verifies(receipt: { services: object[] }): Promise<void> {
    const [file, keys] = [join(product.dataDir, 'receipt.json'), join(product.dataDir, 'keys.json')];
    await writeFile(keys, await (await fetch(`${product.baseUrl}/.well-known/capture-keys.json`)).text());
    const verify = async (document: object): Promise<number> => {
      await writeFile(file, JSON.stringify(document));
      return (await offlineCli(product.dataDir, ['receipt', 'verify', file, '--keys', keys])).code;
    };
    expect(await verify(receipt)).toBe(0);
    expect(await verify({ ...receipt, services: [] })).toBe(1);
  }

  it('leaves its mark nowhere, also after kill -9 in the middle, and another organization as it was; the receipt verifies', async () => {
    // The search does find what is there.
    const marked = await tables(theirs.mark);
    for (const found of [marked, await tables(mine.mark)])
      expect(found).toEqual(
        expect.arrayContaining(['accounts.suppression', 'capture_requests.contact', 'sessions.participant']),
      );
    expect([await stored(mine), await stored(theirs)].map((files) => files.length > 0)).toEqual([true, true]);
    // Whoever removes events waits here.
    const session = await DatabaseSession.hold(product.dataDir, 'webhooks');
    await session.rows('LOCK TABLE event IN SHARE MODE');
    await operator.call('POST', `/orgs/${mine.id}/deletion`, { graceDays: 0 });
    await until('nobody to be in', async () => {
      const { status } = await mine.fixture.api.call('GET', '/v1/capture-requests');
      return status === 401 && (await mine.admin.api.call('GET', '/organization')).status === 401;
    });
    await until(
      'the services before webhooks',
      async () => {
        const { services } = await deletion(mine.id);
        return services.filter(({ completedAt }) => completedAt !== null).length === 3;
      },
      DONE_MS,
    );
    expect(await stored(mine)).toEqual([]);
    const before = countsOf(await deletion(mine.id));
    expect(before).toMatchObject({
      'capture-requests': { capture_request: 1, contact: 2, submission: 1 },
      sessions: { session: 1, participant: 1 },
      recordings: { recording: 1, track: 1, upload: 1 },
    });
    await product.kill(MODE === 'standalone' ? 'the process' : 'accounts');
    await session.release();
    if (MODE === 'standalone') {
      await product.stop();
      await product.up();
    }
    await recovered(product);
    await until(
      'the deletion to be completed',
      async () => (await deletion(mine.id)).status === 'completed',
      DONE_MS,
    );
    const { 'capture-requests': roster, sessions, recordings } = countsOf(await deletion(mine.id));
    expect([roster?.['contact'], sessions?.['session'], recordings?.['upload']]).toEqual([2, 1, 1]);
    expect(await tables(mine.mark)).toEqual([]);
    expect(await tables(mine.id)).toEqual(KEPT);
    expect([await stored(mine), (await stored(theirs)).length > 0]).toEqual([[], true]);
    expect(await tables(theirs.mark)).toEqual(expect.arrayContaining(marked));
    expect((await theirs.fixture.api.call('GET', '/v1/recordings')).status).toBe(200);
    await verifies(await operator.call('GET', `/orgs/${mine.id}/deletion/receipt`));
  });
});
