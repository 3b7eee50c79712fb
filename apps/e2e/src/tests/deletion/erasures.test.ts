import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWith, withCanary } from '../../harness/canary.js';
import { answer, type Receiver } from '../../harness/clients/receiver.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf, Respondent, sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import {
  CaptureFixture,
  type PageBody,
  type SubmissionBody,
} from '../../harness/organizations/capture-fixture.js';
import { Members, type SignedInAs } from '../../harness/organizations/members.js';
import { instanceFilesWith, tablesWith } from '../../harness/organizations/traces.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { recovered } from '../../harness/processes/crashes.js';
import { DatabaseSession } from '../../harness/processes/database-session.js';
import { MODE, Product } from '../../harness/processes/product.js';

/** Longer than the lease of a process that died and the sweep of media, on a machine under load. */
const DONE_MS = 120_000;

interface Erasure {
  id: string;
  status: string;
  addressSha256: string;
  services: { service: string; completedAt: string | null; counts: Record<string, number> }[];
}

interface ErasureReceipt {
  erasureId: string;
  addressSha256: string;
  requestedBy: string;
  recordings: { recordingId: string; submissionId: string; sha256: string[] }[];
}

interface Organization {
  id: string;
  admin: SignedInAs;
  fixture: CaptureFixture;
}

let product: Product;
let mine: Organization;
let theirs: Organization;

async function organization(): Promise<Organization> {
  const { credentials } = product;
  const operator = new Operator(credentials);
  const id = await operator.organization('platform');
  const { key } = await operator.key(id);
  const admin = await new Members(operator, credentials.baseUrl).add(id, 'admin');
  return { id, admin, fixture: await CaptureFixture.withKey(credentials.baseUrl, key) };
}

beforeAll(async () => {
  product = await Product.start();
  [mine, theirs] = [await organization(), await organization()];
});
afterAll(async () => {
  for (const { fixture } of [mine, theirs]) await fixture.receiver.stop();
  await product.remove();
});

/** A contact with that address and name, whose answer is the clip. */
async function answered(
  { fixture }: Organization,
  { email, name, bytes }: { email: string; name: string; bytes: Buffer },
): Promise<string> {
  const roster = await fixture.api.post<{ data: { link: string }[] }>(
    `/v1/capture-requests/${fixture.request.id}/contacts`,
    { contacts: [{ email, name }] },
  );
  const respondent = new Respondent(fixture.api, accessOf(roster.data[0]?.link ?? ''));
  return respondent.submit({ bytes, durationSec: 1, displayName: name, releaseVersion: 'v1' });
}

const shown = ({ fixture }: Organization, submissionId: string): Promise<SubmissionBody> =>
  fixture.api.get(`/v1/capture-requests/${fixture.request.id}/submissions/${submissionId}`);

const emailsOf = async ({ fixture }: Organization): Promise<string[]> => {
  const path = `/v1/capture-requests/${fixture.request.id}/contacts?limit=100`;
  return (await fixture.api.get<PageBody<{ email: string }>>(path)).data.map(({ email }) => email);
};

async function ask({ admin }: Organization, email: string): Promise<Erasure> {
  const { status, body } = await admin.api.call<Erasure>('POST', '/erasures', { body: { email } });
  expect(status).toBe(201);
  return body;
}

const reading = async ({ admin }: Organization, id: string): Promise<Erasure> =>
  (await admin.api.call<Erasure>('GET', `/erasures/${id}`)).body;

const completed = (of: Organization, id: string): Promise<Erasure> =>
  until(
    'the erasure to be completed',
    async () => {
      const erasure = await reading(of, id);
      return erasure.status === 'completed' ? erasure : undefined;
    },
    DONE_MS,
  );

const receiptOf = async ({ admin }: Organization, id: string): Promise<ErasureReceipt> =>
  (await admin.api.call<ErasureReceipt>('GET', `/erasures/${id}/receipt`)).body;

/** Puts the address into an invitation, the suppression list and the row of a member who left. */
async function spread({ id, admin }: Organization, email: string): Promise<void> {
  const operator = new Operator(product.credentials);
  const former = await operator.call<{ id: string }>('POST', `/orgs/${id}/members`, {
    email,
    role: 'viewer',
  });
  await operator.call('DELETE', `/orgs/${id}/members/${former.id}`);
  const invitation = { email, role: 'viewer' };
  expect((await admin.api.call('POST', '/invitations', { body: invitation })).status).toBe(201);
  expect((await admin.api.call('POST', '/suppressions', { body: { email } })).status).toBe(201);
}

/** Waits until the log of deliveries has what the receiver answered. */
async function quoted(receiver: Receiver, submissionId: string, email: string): Promise<void> {
  await receiver.event('capture_request.submission_received', { submissionId });
  await until('the answer in the log of deliveries', async () =>
    (await tablesWith(product.dataDir, email)).includes('webhooks.attempt'),
  );
}

describe(`erasing a person (${MODE})`, () => {
  it('leaves the address nowhere and the name in the consent alone; the receipt verifies offline; others keep theirs', async () => {
    const { bytes, canary } = withCanary(await makeClip(1));
    const mark = randomUUID();
    const [email, name] = [`Canary.${mark}@example.org`, `Name ${mark.toUpperCase()}`];
    const { receiver } = mine.fixture;
    receiver.respond = (response, { event }) =>
      void response.end(
        event.type === 'capture_request.submission_received' ? `thanks, ${email}` : undefined,
      );
    const submissionId = await answered(mine, { email, name, bytes });
    await quoted(receiver, submissionId, email);
    receiver.respond = answer(204);
    await spread(mine, email);
    // The search does find what is there.
    const found = await tablesWith(product.dataDir, email);
    expect(found.filter((table) => table !== 'accounts.mail')).toEqual([
      'accounts.audit_entry',
      'accounts.invitation',
      'accounts.member',
      'accounts.suppression',
      'capture_requests.contact',
      'webhooks.attempt',
    ]);
    expect(await filesWith(join(product.dataDir, 'store'), canary)).not.toEqual([]);
    const neighbour = `shared.${mark}@example.org`;
    for (const each of [mine, theirs])
      await answered(each, { email: neighbour, name: 'Ada', bytes: await makeClip(1) });

    const { id } = await ask(mine, email.toLowerCase());
    const done = await completed(mine, id);
    expect(Object.fromEntries(done.services.map(({ service, counts }) => [service, counts]))).toMatchObject({
      'capture-requests': { contacts: 1, submissions: 1, recordings: 1 },
      webhooks: { attempts: 1 },
      accounts: { invitations: 1, suppressions: 1, formerMembers: 1 },
    });
    expect(await shown(mine, submissionId)).toMatchObject({ contactId: null, recordingId: null });
    expect(await tablesWith(product.dataDir, email)).toEqual([]);
    await until(
      'the media to go',
      async () => (await instanceFilesWith(product.dataDir, canary)).length === 0,
      DONE_MS,
    );
    expect(await instanceFilesWith(product.dataDir, email)).toEqual([]);
    expect(await instanceFilesWith(product.dataDir, email.toLowerCase())).toEqual([]);

    const asked = await new Operator(product.credentials).call<Erasure>('POST', `/orgs/${mine.id}/erasures`, {
      email: neighbour,
    });
    await completed(mine, asked.id);
    expect(await receiptOf(mine, asked.id)).toMatchObject({ requestedBy: 'operator' });
    expect(await emailsOf(mine)).not.toContain(neighbour);
    expect(await emailsOf(theirs)).toContain(neighbour);
    // What somebody consented to stays as it was given, signed in its evidence.
    expect(await tablesWith(product.dataDir, name)).toEqual([
      'capture_requests.consent',
      'capture_requests.evidence',
    ]);
    const receipt = await receiptOf(mine, id);
    expect(receipt).toMatchObject({
      erasureId: id,
      addressSha256: sha256(Buffer.from(`${id}\n${email.toLowerCase()}`)),
      requestedBy: mine.admin.id,
      recordings: [{ submissionId, sha256: expect.arrayContaining([sha256(bytes)]) as unknown }],
    });
    await verifies(receipt);
  });

  async function verifies(receipt: ErasureReceipt): Promise<void> {
    const [file, keys] = [join(product.dataDir, 'receipt.json'), join(product.dataDir, 'keys.json')];
    const published = await fetch(`${product.baseUrl}/.well-known/capture-keys.json`);
    await writeFile(keys, await published.text());
    const verify = async (document: object): Promise<number> => {
      await writeFile(file, JSON.stringify(document));
      return (await offlineCli(product.dataDir, ['receipt', 'verify', file, '--keys', keys])).code;
    };
    expect(await verify(receipt)).toBe(0);
    expect(await verify({ ...receipt, recordings: [] })).toBe(1);
  }

  it('goes on by itself after kill -9 in the middle, and counts everything once', async () => {
    const email = `killed.${randomUUID()}@example.org`;
    const submissionId = await answered(mine, { email, name: 'Grace', bytes: await makeClip(1) });
    // Whoever erases from the log of deliveries waits here.
    const session = await DatabaseSession.hold(product.dataDir, 'webhooks');
    await session.rows('LOCK TABLE attempt IN SHARE MODE');
    const { id } = await ask(mine, email);
    await until(
      'the first step',
      async () => typeof (await reading(mine, id)).services[0]?.completedAt === 'string',
      DONE_MS,
    );
    await product.kill(MODE === 'standalone' ? 'the process' : 'capture-requests');
    await session.release();
    if (MODE === 'standalone') {
      await product.stop();
      await product.up();
    }
    await recovered(product);
    const done = await completed(mine, id);
    expect(done.services[0]?.counts).toEqual({ contacts: 1, submissions: 1, recordings: 1 });
    expect((await receiptOf(mine, id)).recordings).toMatchObject([{ submissionId }]);
    expect(await tablesWith(product.dataDir, email)).toEqual([]);
  });
});
