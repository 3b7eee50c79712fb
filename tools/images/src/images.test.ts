import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { removeBundled } from './contents.mjs';
import { isDeadWeight } from './prune.mjs';
import { sbomOf } from './sbom.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function folderOfTest(prefix: string): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe('what is taken out of the packages of a service', () => {
  it('is types and maps, but no code and no license', () => {
    const kept = [
      'sharp/lib/index.js',
      'sharp/LICENSE',
      'swagger-ui-dist/swagger-ui.css',
      '@capture/outbox/prisma/migrations/20261122040100_outbox/migration.sql',
    ];
    expect(kept.filter(isDeadWeight)).toEqual([]);
    const gone = [
      '@types/pg/index.d.ts',
      'pino/docs/api.md',
      'fastify/test/a.test.js',
      'undici/index.d.ts',
      '@nestjs/x/node_modules/process-warning/test/a.test.js',
      'fastify/lib/a.js.map',
    ];
    expect(gone.filter((path) => !isDeadWeight(path))).toEqual([]);
  });
});

it('an image has, beside the bundle, the packages that a bundle cannot hold, with what they import and no other, and migrations of our libraries', () => {
  const app = folderOfTest('capture-image-');
  const install = (name: string, dependencies: Record<string, string> = {}): void => {
    mkdirSync(join(app, 'node_modules', name, 'dist'), { recursive: true });
    writeFileSync(join(app, 'node_modules', name, 'package.json'), JSON.stringify({ name, dependencies }));
  };
  install('sharp', { '@img/colour': '1.0.0', 'detect-libc': '1.0.0' });
  install('@img/colour');
  install('detect-libc');
  install('@prisma/schema-engine-wasm');
  install('@prisma/client');
  install('fastify', { 'detect-libc': '1.0.0' });
  install('@capture/outbox');
  mkdirSync(join(app, 'node_modules/@capture/outbox/prisma'));
  removeBundled(app);
  const left = readdirSync(join(app, 'node_modules'), { recursive: true }).map(String);
  expect(left.filter((path) => /^(@[^/]+\/)?[^@/][^/]*(\/prisma)?$/.test(path)).sort()).toEqual([
    '@capture/outbox',
    '@capture/outbox/prisma',
    '@img/colour',
    'detect-libc',
    'sharp',
  ]);
  expect(left).not.toContain('@capture/outbox/dist');
});

it('the bill of materials lists nested packages too, with their pinned hashes, and is the same each time', () => {
  const app = folderOfTest('capture-sbom-');
  const install = (folder: string, name: string, version: string): void => {
    mkdirSync(join(app, folder), { recursive: true });
    writeFileSync(join(app, folder, 'package.json'), JSON.stringify({ name, version, license: 'MIT' }));
  };
  install('.', '@capture/x', '0.1.0');
  install('node_modules/a', 'a', '1.0.0');
  install('node_modules/@s/b', '@s/b', '2.0.0');
  install('node_modules/a/node_modules/@s/b', '@s/b', '1.5.0');
  const lockfile = join(app, 'pnpm-lock.yaml');
  const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
  writeFileSync(lockfile, `packages:\n  '@s/b@1.5.0':\n    resolution: {integrity: ${integrity}}\n`);
  const sbom = sbomOf(app, lockfile);
  expect(sbom.components.map((one) => one['bom-ref'])).toEqual([
    'pkg:npm/%40s/b@1.5.0',
    'pkg:npm/%40s/b@2.0.0',
    'pkg:npm/a@1.0.0',
  ]);
  expect(sbom.components[0]?.hashes).toEqual([{ alg: 'SHA-512', content: '07'.repeat(64) }]);
  expect(sbomOf(app, lockfile)).toEqual(sbom);
});

it('the image says which commands it has, when it is given another one', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'deploy/command.mjs'), 'shell'], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([64, 'Unknown command shell; there are serve, migrate, health.\n']);
});

it('health fails where nothing answers', () => {
  const env = { ...process.env, CAPTURE_HTTP_PORT: '1' };
  expect(spawnSync(process.execPath, [join(root, 'deploy/command.mjs'), 'health'], { env }).status).toBe(1);
});
