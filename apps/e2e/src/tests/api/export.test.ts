import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from '@capture/testing';
import { Operator } from '../../harness/clients/operator.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { offlineCli } from '../../harness/processes/cli.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';
import { ROOT } from '../../harness/repository.js';

/** Not by way of the script that builds it: killing that would leave the command running. */
const MAIN = join(ROOT, 'tools/cli/dist/main.js');

describe(`export of an organization (${MODE})`, () => {
  const { credentials } = sharedProduct();
  const operator = new Operator(credentials);
  const children: ChildProcess[] = [];
  let directory: string;
  let fixture: CaptureFixture;
  let organizationId: string;
  let key: string;
  let clip: Buffer;
  let sessionId: string;
  let submissionId: string;
  let media: string;

  function begin(...args: string[]): ChildProcess {
    const { operatorUrl, operatorToken } = credentials;
    const env = {
      ...process.env,
      CAPTURE_URL: credentials.baseUrl,
      CAPTURE_KEY: key,
      CAPTURE_OPERATOR_URL: operatorUrl,
      CAPTURE_OPERATOR_TOKEN: operatorToken,
    };
    const child = spawn(process.execPath, [MAIN, 'export', directory, ...args], { env });
    children.push(child);
    return child;
  }

  async function run(...args: string[]): Promise<{ code: number | null; said: string }> {
    const child = begin(...args);
    const said: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => said.push(chunk));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, said: Buffer.concat(said).toString() };
  }

  const verify = () => offlineCli(tmpdir(), ['export', 'verify', directory]);

  /** Has the manifest tell of another file. */
  async function restate(from: string, to: string, size?: number): Promise<void> {
    const path = join(directory, 'manifest.json');
    const manifest = JSON.parse(await readFile(path, 'utf8')) as {
      files: { size: number; sha256: string }[];
    };
    const file = manifest.files.find(({ sha256: stated }) => stated === from);
    if (!file) throw new Error(`the manifest names no file with ${from}`);
    file.sha256 = to;
    if (size !== undefined) file.size = size;
    await writeFile(path, JSON.stringify(manifest));
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'capture-e2e-export-'));
    clip = await makeClip(1);
    organizationId = await operator.organization('platform', 'Exports');
    ({ key } = await operator.key(organizationId));
    fixture = await CaptureFixture.withKey(credentials.baseUrl, key);
    submissionId = await fixture.respondent.submit({ bytes: clip, durationSec: 1, releaseVersion: 'v1' });
    const opened = await fixture.api.post<{ session: { id: string } }>('/v1/sessions');
    sessionId = opened.session.id;
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await fixture.clear();
    await rm(directory, { recursive: true, force: true });
  });

  it('holds requests, rosters, answers, consents, sessions and footage, to the byte', async () => {
    expect(await run()).toMatchObject({ code: 0 });
    const folder = join(directory, 'capture-requests', fixture.request.id);
    expect(await readFile(join(folder, 'contacts.jsonl'), 'utf8')).toContain(fixture.contact.id);
    expect(await readFile(join(folder, 'submissions.jsonl'), 'utf8')).toContain(submissionId);
    expect(await readdir(join(directory, 'evidence'))).toEqual([`${submissionId}.json`]);
    expect(await readdir(join(directory, 'sessions'))).toEqual([sessionId]);
    const [recordingId = ''] = await readdir(join(directory, 'media'));
    const [file = ''] = await readdir(join(directory, 'media', recordingId));
    media = join(directory, 'media', recordingId, file);
    expect(sha256(await readFile(media))).toBe(sha256(clip));
    expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('1 consents') as string });
  });

  it('holds nothing of another organization, and no secret of a webhook endpoint', async () => {
    expect(await readdir(join(directory, 'capture-requests'))).toEqual([fixture.request.id]);
    expect(await readdir(join(directory, 'recordings'))).toHaveLength(1);
    const endpoints = await readFile(join(directory, 'webhook-endpoints.jsonl'), 'utf8');
    expect(endpoints).toContain(fixture.receiver.url);
    expect(endpoints).not.toContain(fixture.secret);
  });

  it('goes on with half a file by Range', async () => {
    await rm(media);
    await writeFile(`${media}.part`, clip.subarray(0, Math.floor(clip.length / 2)));
    const { code, said } = await run('--json');
    expect(code).toBe(0);
    expect(JSON.parse(said)).toMatchObject({ fetchedBytes: Math.ceil(clip.length / 2) });
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('that was killed at any moment is completed by the next run', async () => {
    await rm(media);
    const killed = begin();
    killed.kill('SIGKILL');
    await once(killed, 'close');
    expect(await run()).toMatchObject({ code: 0 });
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('is refused by verify once a byte is flipped, also when the manifest says so', async () => {
    const flipped = Buffer.from(clip);
    flipped.writeUInt8(flipped.readUInt8(100) ^ 1, 100);
    await writeFile(media, flipped);
    expect(await verify()).toMatchObject({ code: 1, err: expect.stringContaining('was changed') as string });
    await restate(sha256(clip), sha256(flipped));
    const err = expect.stringContaining('is not the one that was signed') as string;
    expect(await verify()).toMatchObject({ code: 1, err });
    await writeFile(media, clip);
    await restate(sha256(flipped), sha256(clip));
  });

  it('is refused by verify once what was signed is changed, also when the manifest says so', async () => {
    const [recording = ''] = await readdir(join(directory, 'recordings'));
    const signed = [
      [join(directory, 'evidence', `${submissionId}.json`), '"subjectName": "', 'evidence'],
      [join(directory, 'recordings', recording), '"userAgent": "', 'capture manifest'],
    ] as const;
    for (const [path, member, named] of signed) {
      const text = await readFile(path, 'utf8');
      const forged = text.replace(member, `${member}x`);
      expect(forged).not.toBe(text);
      await writeFile(path, forged);
      await restate(sha256(Buffer.from(text)), sha256(Buffer.from(forged)), Buffer.byteLength(forged));
      const err = expect.stringContaining(named) as string;
      expect(await verify()).toMatchObject({ code: 1, err });
      await writeFile(path, text);
      await restate(sha256(Buffer.from(forged)), sha256(Buffer.from(text)), Buffer.byteLength(text));
    }
    expect(await verify()).toMatchObject({ code: 0 });
  });

  it('holds the account when it is asked for: members, keys without what they are, the audit log, receipts', async () => {
    const erasures = `/orgs/${organizationId}/erasures`;
    const { id } = await operator.call<{ id: string }>('POST', erasures, { email: 'gone@example.org' });
    await until('the erasure', async () => {
      const found = await operator.call<{ completedAt: string | null }>('GET', `${erasures}/${id}`);
      return found.completedAt !== null;
    });
    expect(await run('--account', organizationId)).toMatchObject({ code: 0 });
    const account = (name: string) => readFile(join(directory, 'account', name), 'utf8');
    expect(await account('members.jsonl')).toContain('"role":"owner"');
    expect(await account('keys.jsonl')).toContain('"id":"key_');
    expect(await account('keys.jsonl')).not.toContain(key);
    expect(await account('audit-log.jsonl')).toContain('capture_request.created');
    expect(await account('organization.json')).toContain(organizationId);
    expect(await verify()).toMatchObject({ code: 0, out: expect.stringContaining('1 receipts') as string });
  });
});
