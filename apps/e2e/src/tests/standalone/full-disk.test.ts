import { chmod, mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, ProblemBody } from '../../harness/clients/api.js';
import { sha256 } from '../../harness/clients/respondent.js';
import { noise, TakeUpload } from '../../harness/clients/take-upload.js';
import { makeClip } from '../../harness/clip.js';
import { CaptureFixture, type SubmissionBody } from '../../harness/organizations/capture-fixture.js';
import { Product } from '../../harness/processes/product.js';
import { SmallDisk } from '../../harness/small-disk.js';

const MIB = 1024 * 1024;
const PART = 256 * 1024;
const RESERVE = 48 * MIB;
const REFUSALS = 10;

// The one process that has store, log and database on one disk; elsewhere each has its own.
describe('a data disk that fills up (standalone)', () => {
  let disk: SmallDisk;
  let product: Product;
  let fixture: CaptureFixture;
  let landed: string;
  let take: TakeUpload;

  const write = (): Promise<Answer<ProblemBody & { id: string }>> =>
    fixture.api.call('POST', '/v1/capture-requests', {
      body: { title: 'x'.repeat(200), prompt: 'y'.repeat(4000) },
    });

  /** What was acknowledged before the disk was full. */
  const expectAllThere = async (): Promise<void> => {
    expect(await take.stored()).toEqual([1, 2]);
    const path = `/v1/capture-requests/${fixture.request.id}/submissions/${landed}`;
    const { recordingId } = await fixture.api.get<SubmissionBody>(path);
    const recording = await fixture.recording(recordingId ?? '');
    const { bytes, sha256: promised } = await fixture.download(recording.id, recording.tracks[0]?.id ?? '');
    expect(sha256(bytes)).toBe(promised);
  };

  const putNext = async (number: number): Promise<Response> => {
    const grant = await take.grant(number);
    if (!grant) throw new Error('the part is stored before it was sent');
    return take.put(grant);
  };

  beforeAll(async () => {
    disk = await SmallDisk.mount(320);
    const dataDir = join(disk.path, 'data');
    await mkdir(dataDir);
    const env = {
      CAPTURE_PART_SIZE_BYTES: String(PART),
      CAPTURE_STORE_RESERVE_BYTES: String(RESERVE),
      CAPTURE_LOG_MAX_BYTES: String(MIB),
    };
    product = await Product.start(env, 'standalone', dataDir);
    fixture = await CaptureFixture.create(product.credentials);
    landed = await fixture.visitor.submit({
      bytes: await makeClip(1),
      durationSec: 1,
      displayName: 'Ada',
      releaseVersion: 'v1',
    });
    take = await TakeUpload.open(fixture.api, fixture.visitor, noise(4 * PART));
    for (const number of [1, 2]) expect((await putNext(number)).status).toBe(204);
  });
  afterAll(async () => {
    await fixture.receiver.stop();
    await product.remove();
    await disk.unmount();
  });

  it('takes no more media than leaves the database its reserve, says so as 507 storage_full, and goes on once there is space (scenario 73)', async () => {
    await disk.fill(RESERVE - MIB);
    const refused = await putNext(3);
    expect(refused.status).toBe(507);
    expect(await refused.json()).toMatchObject({ code: 'storage_full', status: 507 });
    await expect(TakeUpload.open(fixture.api, fixture.visitor, noise(PART))).rejects.toThrow('507');
    // Everything that is no media still works.
    expect((await write()).status).toBe(201);
    await expectAllThere();
    await disk.clear();
    expect((await putNext(3)).status).toBe(204);
    // Taken back, so that the next test finds what `expectAllThere` expects.
    take = await TakeUpload.open(fixture.api, fixture.visitor, take.bytes);
    for (const number of [1, 2]) expect((await putNext(number)).status).toBe(204);
  });

  it('outlives a disk without a free byte: changes answer 503, reads go on, and space means service without a restart (scenario 73)', async () => {
    const { pid } = product.credentials;
    const taken: string[] = [];
    const refused: unknown[] = [];
    await until('changes to be refused', async () => {
      // The database may give some space back, as when it starts again, and takes a few more.
      await disk.fill();
      const { status, body, headers } = await write();
      if (status === 201) taken.push(body.id);
      else refused.push([status, body.code, headers.get('retry-after')]);
      return refused.length >= REFUSALS;
    });
    const unavailable = [503, 'service_unavailable', expect.stringMatching(/^\d+$/)];
    expect(refused).toEqual(refused.map(() => unavailable));
    await until('reads to be answered', async () => {
      const path = `/v1/capture-requests/${fixture.request.id}`;
      return (await fixture.api.call('GET', path)).status === 200;
    });
    for (let read = 0; read < 50; read += 1) {
      const { status } = await fixture.api.call('GET', `/v1/capture-requests/${fixture.request.id}`);
      expect(status).toBe(200);
    }
    expect(process.kill(pid, 0)).toBe(true);
    await disk.clear();
    await until('changes to be taken again', async () => (await write()).status === 201, 60_000);
    expect(product.credentials.pid).toBe(pid);
    expect(process.kill(pid, 0)).toBe(true);
    for (const id of taken) await fixture.api.get(`/v1/capture-requests/${id}`);
    await expectAllThere();
  });

  it('killed on a full disk and refused a start there, it has everything once there is space (scenario 73)', async () => {
    await disk.fill();
    process.kill(product.credentials.pid, 'SIGKILL');
    await product.stop();
    await expect(product.up()).rejects.toThrow(/the disk of .* is full/);
    await disk.clear();
    // As an earlier release left them.
    for (const name of ['store', 'capture.log']) await chmod(join(product.dataDir, name), 0o755);
    await product.up();
    await product.ready();
    await expectAllThere();
    expect(await take.sendMissing()).toEqual([3, 4]);
    expect((await take.complete({ sha256: sha256(take.bytes) })).status).toBe(201);
  });

  it('nothing of the data directory is open to other users of the machine, and the log keeps to its limit', async () => {
    const { mode } = await stat(product.dataDir);
    // Started by root, the database runs as another user, whose group passes through.
    expect(mode & 0o067).toBe(0);
    for (const name of await readdir(product.dataDir)) {
      const entry = await stat(join(product.dataDir, name));
      expect([name, entry.mode & 0o077]).toEqual([name, 0]);
      if (name.startsWith('capture.log')) expect(entry.size).toBeLessThan(2 * MIB);
    }
    for (const name of await readdir(join(product.dataDir, 'store'))) {
      const entry = await stat(join(product.dataDir, 'store', name));
      expect([name, entry.mode & 0o077]).toEqual([name, 0]);
    }
  });
});
