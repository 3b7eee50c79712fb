import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { until } from '@capture/testing';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import type { DownloadUrlDto } from '../../src/downloads/download.dto.js';
import { RenditionService } from '../../src/renditions/rendition.service.js';
import { TakeFiles } from '../../src/takes/take-files.js';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

const CONNECTIONS = 3;

let service: RecordingsUnderTest;
beforeAll(async () => {
  service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
    DATABASE_POOL_SIZE: String(CONNECTIONS),
    CAPTURE_RENDITION_WAIT_MS: '15000',
  });
});
afterAll(() => service.stop());

it('calls with an Idempotency-Key that wait for a copy hold no connection, and repeats get their answers', async () => {
  const take = new Uploader(service, REAL_TAKE);
  const { recordingId, trackId } = await take.land();
  const principal = keyPrincipal({ organizationId: take.organizationId });
  const path = `/v1/recordings/${recordingId}`;
  const keys = Array.from({ length: 2 * CONNECTIONS }, () => newId('event'));
  const mint = (key: string) =>
    service.call<DownloadUrlDto>('POST', `${path}/tracks/${trackId}/download-url`, {
      principal,
      body: { rendition: 'seekable' },
      headers: { 'idempotency-key': key },
    });
  const files = service.app.get(TakeFiles);
  const open = files.open.bind(files);
  let letGo = (): void => undefined;
  const gate = new Promise<void>((resolve) => (letGo = resolve));
  const opened = vi.spyOn(files, 'open').mockImplementationOnce(async (owner) => {
    await gate;
    return open(owner);
  });
  const asked = vi.spyOn(service.app.get(RenditionService), 'of');
  const minted = Promise.all(keys.map(mint));
  await until('calls that wait', () => asked.mock.calls.length >= CONNECTIONS);
  const others = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => service.call('GET', path, { principal })),
  );
  expect(others.map(({ status }) => status)).toEqual(Array(CONNECTIONS).fill(200));
  letGo();
  opened.mockRestore();
  const answers = await minted;
  expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201));
  const repeated = await Promise.all(keys.map(mint));
  expect(repeated.map(({ body }) => body)).toEqual(answers.map(({ body }) => body));
  const grants = await service.sql('SELECT 1 FROM download_grant WHERE track_id = $1', trackId);
  expect(grants).toHaveLength(keys.length);
});
