import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { breaches } from './imports.mjs';

/** A tree without a breach: one library, two services that stand on it, and what composes them. */
const SOUND: Record<string, string> = {
  'libs/contracts/src/index.ts': "export const id = 'id';",
  'libs/platform/src/index.ts': 'export class Clock {}',
  'libs/persistence/src/index.ts': 'export class Database {}',
  'libs/outbox/src/index.ts': 'export class Outbox {}',
  'libs/embedded-postgres/src/index.ts': 'export class EmbeddedPostgres {}',
  'libs/testing/src/index.ts': 'export const until = 1;',
  'apps/sessions/src/config.ts': 'export class Config {}',
  'apps/sessions/src/generated/prisma/client.ts': 'export class PrismaClient {}',
  'apps/sessions/src/rooms/room.model.ts':
    "import { id } from '../../../../libs/contracts/src/index.js'; export const room = id;",
  'apps/sessions/src/rooms/room.repository.ts':
    "import { PrismaClient } from '../generated/prisma/client.js'; export const rows = PrismaClient;",
  'apps/sessions/src/rooms/room.service.ts':
    "import { rows } from './room.repository.js'; import { Config } from '../config.js'; export const service = [rows, Config];",
  'apps/sessions/src/tracks/track.service.ts':
    "import { service } from '../rooms/room.service.js'; export const tracks = service;",
  'apps/sessions/src/app.module.ts':
    "import { tracks } from './tracks/track.service.js'; export const app = tracks;",
  'apps/webhooks/src/index.ts': 'export const webhooks = 1;',
  'apps/gateway/src/index.ts': 'export const gateway = 1;',
  'apps/standalone/src/main.ts':
    "import { webhooks } from '../../webhooks/src/index.js'; import { EmbeddedPostgres } from '../../../libs/embedded-postgres/src/index.js'; export const all = [webhooks, EmbeddedPostgres];",
  'apps/e2e/src/tests/room.test.ts':
    "import { until } from '../../../../libs/testing/src/index.js'; export const wait = until;",
};

const imports = (path: string): string => `import * as it from '${path}'; export const planted = it;`;

/** By rule: the file that breaks it. */
const BREACHES: Record<string, [file: string, source: string]> = {
  'no-import-loop': ['apps/sessions/src/rooms/room.repository.ts', imports('./room.service.js')],
  'no-subject-loop': ['apps/sessions/src/rooms/planted.ts', imports('../tracks/track.service.js')],
  'no-test-code-in-production': [
    'apps/sessions/src/rooms/planted.ts',
    imports('../../../../libs/testing/src/index.js'),
  ],
  'no-service-imports-another': [
    'apps/sessions/src/rooms/planted.ts',
    imports('../../../webhooks/src/index.js'),
  ],
  'models-are-pure': [
    'apps/sessions/src/rooms/planted.model.ts',
    imports('../../../../libs/platform/src/index.js'),
  ],
  'database-only-in-repositories': [
    'apps/sessions/src/rooms/planted.service.ts',
    imports('../generated/prisma/client.js'),
  ],
  'gateway-without-database': [
    'apps/gateway/src/planted.ts',
    imports('../../../libs/persistence/src/index.js'),
  ],
  'embedded-postgres-only-where-started': [
    'apps/sessions/src/rooms/planted.ts',
    imports('../../../../libs/embedded-postgres/src/index.js'),
  ],
  'black-box-tests-import-no-product': [
    'apps/e2e/src/tests/planted.test.ts',
    imports('../../../sessions/src/config.js'),
  ],
};

describe('the boundaries between parts', () => {
  let root: string;

  const plant = async (files: Record<string, string>): Promise<void> => {
    for (const [path, source] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), source);
    }
  };

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'capture-boundaries-'));
    await plant(SOUND);
  });
  afterEach(() => rm(root, { recursive: true }));

  it('let pass what depends one way', async () => {
    expect(await breaches(root)).toEqual([]);
  });

  it.each(Object.entries(BREACHES))('name a planted breach of %s', async (rule, [file, source]) => {
    await plant({ [file]: source });
    const found = await breaches(root);
    expect(found.map((breach) => breach.rule)).toContain(rule);
  });
});
