import { keyPrincipal, memberPrincipal } from '@capture/service-testing';
import {
  ALL_FORMATS,
  BufferSource,
  BufferTarget,
  EncodedPacket,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { posterOf } from '../../src/posters/poster.js';
import type { TakeFile } from '../../src/takes/take-file.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { noiseTake, REAL_TAKE, Uploader } from '../fixtures/take.js';

describe('the picture of a recording', () => {
  let service: RecordingsUnderTest;
  beforeAll(async () => {
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(() => service.stop());

  async function landed(bytes: Buffer): Promise<{ recordingId: string; organizationId: string }> {
    const take = new Uploader(service, bytes);
    const { recordingId } = await take.land();
    return { recordingId, organizationId: take.organizationId };
  }

  async function ask(recordingId: string, organizationId: string) {
    const principal = memberPrincipal(keyPrincipal({ organizationId }), { role: 'viewer' });
    const answer = await fetch(service.local(`/console/api/recordings/${recordingId}/poster`), {
      headers: service.sign(principal),
    });
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: Buffer.from(await answer.arrayBuffer()),
    };
  }

  it('is one key frame as it was encoded, without sound and of the same size, kept by no cache and shown to a viewer', async () => {
    const { recordingId, organizationId } = await landed(REAL_TAKE);
    const { status, headers, bytes } = await ask(recordingId, organizationId);
    expect([status, headers.get('content-type')]).toEqual([200, 'video/mp4']);
    expect(headers.get('cache-control')).toContain('no-store');
    const { picture, tracks } = await read(bytes);
    const original = await read(REAL_TAKE);
    expect([tracks, picture.count, picture.type]).toEqual([1, 1, 'key']);
    expect([picture.width, picture.height]).toEqual([original.picture.width, original.picture.height]);
    expect(REAL_TAKE.includes(picture.data)).toBe(true);
  });

  it("leaves no URL and no entry of the audit log behind, and is not another organization's", async () => {
    const { recordingId, organizationId } = await landed(REAL_TAKE);
    expect((await ask(recordingId, organizationId)).status).toBe(200);
    const principal = keyPrincipal({ organizationId });
    const asKey = { headers: service.sign(principal) };
    const path = service.local(`/console/api/recordings/${recordingId}/poster`);
    expect((await fetch(path, asKey)).status).toBe(401);
    expect((await ask(recordingId, keyPrincipal().organizationId)).status).toBe(404);
    await service.idleOutbox();
    const types = service.eventsOf(organizationId).map(({ type }) => type);
    expect(types).toContain('recording.track_available');
    expect(types).not.toContain('change.made');
  });

  it('is nothing where there is nothing to see: of a file that nobody can read', async () => {
    const { recordingId, organizationId } = await landed(noiseTake(20_000));
    const { status, bytes } = await ask(recordingId, organizationId);
    expect([status, bytes.length]).toEqual([204, 0]);
  });
});

describe('the file that a picture is cut out of', () => {
  const fileOf = (bytes: Buffer, read = (start: number, end: number) => bytes.subarray(start, end)) =>
    ({ sizeBytes: bytes.length, read: async (start: number, end: number) => read(start, end) }) as TakeFile;

  it('gives none of more than 1 MiB', async () => {
    expect(await posterOf(fileOf(await withPicture(1024 * 1024)))).not.toBeNull();
    expect(await posterOf(fileOf(await withPicture(1024 * 1024 + 1)))).toBeNull();
  });

  it('gives none when it is cut off, and is not blamed for what the store fails at', async () => {
    expect(await posterOf(fileOf(REAL_TAKE.subarray(0, 900)))).toBeNull();
    const broken = fileOf(REAL_TAKE, () => {
      throw new Error('the store is gone');
    });
    await expect(posterOf(broken)).rejects.toThrow('the store is gone');
  });
});

/** A file of one key frame of so many bytes. */
async function withPicture(sizeBytes: number): Promise<Buffer> {
  const { decoderConfig } = await read(REAL_TAKE);
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat(), target });
  const source = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(source);
  await output.start();
  await source.add(new EncodedPacket(new Uint8Array(sizeBytes), 'key', 0, 1 / 30), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

async function read(bytes: Buffer) {
  const input = new Input({ source: new BufferSource(new Uint8Array(bytes)), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('there is no picture');
  const sink = new EncodedPacketSink(track);
  const first = await sink.getFirstPacket();
  if (!first) throw new Error('the track is empty');
  let count = 0;
  for await (const _packet of sink.packets()) count += 1;
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const picture = { count, type: first.type, data: Buffer.from(first.data), width, height };
  const decoderConfig = await track.getDecoderConfig();
  if (!decoderConfig) throw new Error('the track cannot be decoded');
  return { decoderConfig, tracks: (await input.getTracks()).length, picture };
}
