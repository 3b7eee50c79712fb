import { execFile } from 'node:child_process';
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../../harness/clients/operator.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { noise, rawPut, TakeUpload } from '../../harness/clients/take-upload.js';
import { CaptureFixture } from '../../harness/organizations/capture-fixture.js';
import { MODE, Product } from '../../harness/processes/product.js';
import { TestClock } from '../../harness/preloads/test-clock.js';

const run = promisify(execFile);
const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;

describe(`uploads through outages of their instance (${MODE})`, () => {
  let store: string;
  let clock: TestClock;
  let product: Product;
  let fixture: CaptureFixture;

  const open = (bytes: Buffer): Promise<TakeUpload> => TakeUpload.open(fixture.api, fixture.visitor, bytes);

  const freeBytes = async (): Promise<number> => {
    const { bavail, bsize } = await statfs(store);
    return bavail * bsize;
  };

  // A small file system of its own, so that it can really be full.
  beforeAll(async () => {
    store = await mkdtemp(join(tmpdir(), 'capture-e2e-store-'));
    await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', store]);
    clock = await TestClock.create();
    product = await Product.start({
      ...clock.env,
      CAPTURE_STORE_DIR: join(store, 'media'),
      CAPTURE_PART_SIZE_BYTES: String(MIB),
      CAPTURE_STORE_RESERVE_BYTES: '0',
      CAPTURE_UPLOAD_SWEEP_SEC: '1',
    });
    fixture = await CaptureFixture.create(product.credentials);
  });
  afterAll(async () => {
    await fixture.receiver.stop();
    await product.remove();
    await clock.remove();
    await run('umount', [store]);
    await rm(store, { recursive: true, force: true });
  });

  it('scenario 34: a full disk answers 507 storage_full, loses nothing, and the take continues once there is space', async () => {
    const take = await open(noise(4 * MIB));
    const first = await take.grant(1);
    if (!first) throw new Error('the part is stored before it was sent');
    expect((await take.put(first)).status).toBe(204);
    const filler = join(store, 'filler');
    await writeFile(filler, Buffer.alloc((await freeBytes()) - MIB / 2));
    const free = await freeBytes();
    const grant = await take.grant(2);
    if (!grant) throw new Error('the part is stored before it was sent');
    const refused = await take.put(grant);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ code: 'storage_full' });
    expect(await freeBytes()).toBe(free);
    expect(await take.stored()).toEqual([1]);
    await rm(filler);
    expect((await take.put(grant)).status).toBe(204);
    expect(await take.sendMissing()).toEqual([3, 4]);
    expect((await take.complete({ sha256: sha256(take.bytes) })).status).toBe(201);
  });

  it('scenario 38: a take whose tab was killed strands, and resumes the next day after a restart of everything', async () => {
    const take = await open(noise(3 * MIB));
    const first = await take.grant(1);
    const second = await take.grant(2);
    if (!first || !second) throw new Error('a part is stored before it was sent');
    expect((await take.put(first)).status).toBe(204);
    const tab = rawPut(second, { 'content-length': MIB });
    tab.request.write(take.part(2).subarray(0, 1000));
    tab.request.destroy();
    await tab.answered;
    await product.stop();
    await clock.move({ all: DAY_MS });
    await product.up();
    await product.ready();
    const operator = new Operator(product.credentials);
    const uploadId = take.takeId.replace(/^tke_/, 'upl_');
    await until('the upload to be stranded', async () => {
      const { data } = await operator.call<{ data: { id: string }[] }>('GET', '/uploads?state=stranded');
      return data.some(({ id }) => id === uploadId);
    });
    await until('its event', async () => {
      const { data } = await fixture.api.get<{ data: { type: string; data: object }[] }>(
        '/v1/events?limit=100',
      );
      const stranded = data.find(({ type }) => type === 'recording.track_stranded');
      return stranded !== undefined && Object.values(stranded.data).includes(uploadId);
    });
    const resumed = take.reopen();
    expect(await resumed.stored()).toEqual([1]);
    expect(await resumed.sendMissing()).toEqual([2, 3]);
    const answer = await resumed.complete({ sha256: sha256(take.bytes) });
    expect(answer.status).toBe(201);
    const { data } = await fixture.submissions();
    expect(data.map(({ id }) => id)).toContain(answer.body.submissionId);
  });
});
