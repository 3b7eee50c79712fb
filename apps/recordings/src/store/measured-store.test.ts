import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@capture/contracts';
import { Metrics } from '@capture/platform';
import { until } from '@capture/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FilesystemStore } from './filesystem-store.js';
import { MeasuredStore } from './measured-store.js';

const KEY = 'org_1/upl_1/take-1';
const BODY = [Buffer.from('media')];

let folder: string;
let inner: FilesystemStore;
let metrics: Metrics;
let store: MeasuredStore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'capture-measured-'));
  inner = new FilesystemStore(folder, 0);
  metrics = new Metrics('recordings');
  store = new MeasuredStore(inner, metrics);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** How often `operation` ended with `outcome`. */
async function counted(operation: string, outcome: string): Promise<number> {
  const sample = `capture_store_operations_total{operation="${operation}",outcome="${outcome}",`;
  const line = (await metrics.text()).split('\n').find((each) => each.startsWith(sample));
  return Number(line?.split(' ').at(-1) ?? 0);
}

async function* body(): AsyncGenerator<Buffer> {
  yield* await Promise.resolve(BODY);
}

async function readAll(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of store.read(KEY)) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

it('a store gives back what was put, and counts both', async () => {
  await store.put(KEY, body(), 5);
  expect(await readAll()).toBe('media');
  expect([await counted('put', 'done'), await counted('read', 'done')]).toEqual([1, 1]);
});

it.each([
  ['storage_full', 'full'],
  ['service_unavailable', 'unavailable'],
] as const)('a refusal with %s counts as %s, and is passed on', async (code, outcome) => {
  const refusal = new AppError(code, 'not now');
  vi.spyOn(inner, 'put').mockRejectedValue(refusal);
  await expect(store.put(KEY, body(), 5)).rejects.toBe(refusal);
  expect(await counted('put', outcome)).toBe(1);
});

it('a client that breaks off and a blob that is gone are no faults of the store', async () => {
  const brokenOff = async function* (): AsyncGenerator<Buffer> {
    yield* await Promise.resolve(BODY);
    throw new Error('aborted');
  };
  await expect(store.put(KEY, brokenOff(), 9)).rejects.toThrow('aborted');
  await expect(readAll()).rejects.toThrow('ENOENT');
  await until('the failed read', async () => (await counted('read', 'failed')) === 1);
  expect(await counted('put', 'failed')).toBe(1);
});

it('a check that fails says that the store is unavailable, whatever it fails with', async () => {
  vi.spyOn(inner, 'check').mockRejectedValue(new Error('EACCES'));
  await expect(store.check()).rejects.toThrow('EACCES');
  expect(await counted('check', 'unavailable')).toBe(1);
});
