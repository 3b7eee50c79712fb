import { rename } from 'node:fs/promises';
import { keyPrincipal } from '@capture/service-testing';
import { S3Server, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { RecordingsUnderTest } from '../fixtures/service.js';
import { REAL_TAKE, Uploader } from '../fixtures/take.js';

/** Status of the readiness probe, and of what it names as missing. */
async function readyOf(service: RecordingsUnderTest): Promise<{ status: number; degraded: string[] }> {
  const answer = await fetch(service.local('/health/ready'));
  const { degraded = {} } = (await answer.json()) as { degraded?: Record<string, string> };
  return { status: answer.status, degraded: Object.keys(degraded) };
}

async function listStatus(service: RecordingsUnderTest): Promise<number> {
  const { status } = await service.call('GET', '/v1/recordings', { principal: keyPrincipal({}) });
  return status;
}

describe('without its S3 store', () => {
  let server: S3Server;
  let service: RecordingsUnderTest;
  beforeAll(async () => {
    server = await S3Server.start({ minPartBytes: 1 });
    service = await RecordingsUnderTest.start(inject('postgresAdminUrl'), {
      ...server.serviceEnv,
      CAPTURE_S3_MIN_PART_BYTES: '1',
    });
  });
  afterAll(async () => {
    await service.stop();
    await server.stop();
  });

  it('a process is ready and degraded: lists are read, takes are opened, grants are to be asked for again', async () => {
    await server.halt();
    expect(await readyOf(service)).toEqual({ status: 200, degraded: ['store'] });
    expect(await listStatus(service)).toBe(200);
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    await expect(take.grants()).rejects.toMatchObject({ code: 'service_unavailable' });
    await server.resume();
    await until('the store to be back', async () => (await readyOf(service)).degraded.length === 0);
    expect(await take.sendAll()).toBe(take.parts.length);
  });
});

it('a process whose store directory is taken away is ready and degraded, and takes parts once it is back', async () => {
  const service = await RecordingsUnderTest.start(inject('postgresAdminUrl'));
  try {
    const { storeDir } = service.sandbox;
    const take = new Uploader(service, REAL_TAKE);
    await take.open();
    await take.put(await take.grant(1));
    expect(await readyOf(service)).toEqual({ status: 200, degraded: [] });
    await rename(storeDir, `${storeDir}.away`);
    expect(await readyOf(service)).toEqual({ status: 200, degraded: ['store'] });
    expect(await listStatus(service)).toBe(200);
    await rename(`${storeDir}.away`, storeDir);
    expect(await readyOf(service)).toEqual({ status: 200, degraded: [] });
    expect(await take.sendAll()).toBe(take.parts.length - 1);
  } finally {
    await service.stop();
  }
});
