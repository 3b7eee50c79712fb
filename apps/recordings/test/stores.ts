import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3Server } from '@capture/testing';
import { FilesystemStore } from '../src/object-store.filesystem.js';
import { S3Store } from '../src/object-store.s3.js';
import type { ObjectStore } from '../src/object-store.js';

/** Settings of the service for a store, and how to be rid of it. */
export interface TestStore {
  env: Record<string, string>;
  open(): ObjectStore;
  drop(): Promise<void>;
}

export async function filesystem(): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'capture-test-store-'));
  return {
    env: { CAPTURE_STORE: 'filesystem', CAPTURE_STORE_DIR: directory },
    open: () => new FilesystemStore(directory),
    drop: () => rm(directory, { recursive: true, force: true }),
  };
}

/** A real S3 server that clients reach as well, and that joins parts of any size. */
export function s3(): Promise<TestStore> {
  return onS3(true);
}

/** The same for an installation whose clients do not reach the store. */
export function s3Behind(): Promise<TestStore> {
  return onS3(false);
}

async function onS3(direct: boolean): Promise<TestStore> {
  const server = await S3Server.start({ minPartBytes: 1 });
  return {
    env: { ...server.serviceEnv, CAPTURE_S3_MIN_PART_BYTES: '1', CAPTURE_S3_DIRECT: String(direct) },
    open: () => new S3Store({ ...server.settings, direct }),
    drop: () => server.stop(),
  };
}
