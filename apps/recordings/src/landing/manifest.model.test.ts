import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  checkClientManifest,
  claimsOf,
  composeManifest,
  timingOf,
  type ManifestFacts,
} from './manifest.model.js';
import { CAPTURE_MANIFEST_SCHEMA, CLIENT_MANIFEST_SCHEMA } from './manifest.schema.js';

const facts: ManifestFacts = {
  parts: [{ number: 1, size: 5, sha256: 'ab'.repeat(32) }],
  merkleRoot: 'cd'.repeat(32),
  receivedAt: new Date('2026-01-31T12:00:00.000Z'),
  sha256: 'ef'.repeat(32),
  claimedDurationSec: 2,
  probe: {
    ok: true,
    error: null,
    container: 'video/mp4',
    codecs: 'avc1.42e01e,opus',
    width: 1,
    height: 2,
    audioPreSkipMs: null,
    durationMs: 3,
    sizeBytes: 5,
  },
};

describe("a client's manifest", () => {
  it('has a schema that is one by JSON Schema 2020-12, which no start checks', () => {
    const ajv = new Ajv2020();
    for (const schema of [CLIENT_MANIFEST_SCHEMA, CAPTURE_MANIFEST_SCHEMA])
      expect([ajv.validateSchema(schema), ajv.errors ?? []]).toEqual([true, []]);
  });

  it('may leave everything out and may add members of its own', () => {
    expect(() => checkClientManifest({})).not.toThrow();
    expect(() =>
      checkClientManifest({
        segments: [{ index: 0 }],
        clock: { samples: 0 },
        devices: [{ kind: 'camera', label: null }],
      }),
    ).not.toThrow();
  });

  it.each([
    ['manifestVersion', { manifestVersion: 'one' }],
    ['manifestVersion', { manifestVersion: 2 }],
    ['devices', { devices: {} }],
    ['devices.0.kind', { devices: [{ kind: 'toaster' }] }],
    ['clock.samples', { clock: { samples: -1 } }],
    ['userAgent', { userAgent: 'x'.repeat(2001) }],
  ])('is refused about %s by name', (name, manifest) => {
    expect(() => checkClientManifest(manifest)).toThrow(
      expect.objectContaining({
        extras: expect.objectContaining({ field: `manifest.${name}` }) as object,
      }) as object,
    );
  });
});

describe('the composed manifest', () => {
  it('keeps the words of the client but for what the server verified itself', () => {
    const forged = {
      note: 'mine',
      server: { sha256: 'forged' },
      signature: { value: 'forged' },
      merkleRoot: 'forged',
      fragments: ['forged'],
    };
    expect(composeManifest(forged, facts)).toEqual({
      manifestVersion: 1,
      note: 'mine',
      fragments: facts.parts,
      merkleRoot: facts.merkleRoot,
      server: {
        receivedAt: '2026-01-31T12:00:00.000Z',
        sha256: facts.sha256,
        claimedDurationSec: 2,
        probe: facts.probe,
      },
    });
  });
});

describe('the timing of a track', () => {
  it("is on the server's clock where the client measured it", () => {
    const clock = { samples: 8, offsetMs: 250.5, uncertaintyMs: 4, driftPpm: -3 };
    const interruptions = [{ type: 'muted', atMs: 10, durationMs: 20 }, { type: null }];
    expect(timingOf({ startedAt: '1970-01-01T00:00:01.000Z', clock, interruptions })).toEqual({
      startedAtMs: 1250.5,
      videoStartedAtMs: null,
      audioStartedAtMs: null,
      offsetUncertaintyMs: 4,
      driftPpm: -3,
      gaps: [
        { type: 'muted', atMs: 10, durationMs: 20 },
        { type: 'unknown', atMs: 0, durationMs: 0 },
      ],
    });
  });

  it('is what the room’s server measured, whatever the device claims; a file has a zero for picture and sound', () => {
    const clock = { samples: 8, offsetMs: 250, uncertaintyMs: 4, driftPpm: -3 };
    const measured = { videoStartMs: 5_000.5, audioStartMs: 5_040, offsetUncertaintyMs: 2.5, driftPpm: 50 };
    const claims = { startedAt: '1970-01-01T00:00:01.000Z', clock };
    expect(timingOf(claims, measured)).toEqual({
      startedAtMs: 5_000.5,
      videoStartedAtMs: 5_000.5,
      audioStartedAtMs: 5_040,
      offsetUncertaintyMs: 2.5,
      driftPpm: 50,
      gaps: [],
    });
    expect(timingOf({}, { ...measured, videoStartMs: null })).toMatchObject({ startedAtMs: 5_040 });
  });

  it('is unknown, not zero, where it was never measured', () => {
    expect(timingOf({ startedAt: '1970-01-01T00:00:01.000Z', clock: { samples: 0, offsetMs: 5 } })).toEqual({
      startedAtMs: null,
      videoStartedAtMs: null,
      audioStartedAtMs: null,
      offsetUncertaintyMs: null,
      driftPpm: null,
      gaps: [],
    });
    expect(timingOf({})).toMatchObject({ startedAtMs: null });
  });
});

it('a root of null and no fragments claim nothing; everything else stays for the check', () => {
  expect(claimsOf({ merkleRoot: null, fragments: [], platform: 'x' })).toEqual({ platform: 'x' });
  expect(claimsOf({ fragments: null })).toEqual({});
  const claims = { merkleRoot: 'ab', fragments: [null], platform: 'x' };
  expect(claimsOf(claims)).toEqual(claims);
  expect(claimsOf({ merkleRoot: 5, fragments: 'all' })).toEqual({ merkleRoot: 5, fragments: 'all' });
});

it.each<[string, Record<string, unknown>]>([
  ['manifest', { note: 'x'.repeat(256 * 1024) }],
  ['manifest.devices', { devices: Array.from({ length: 1001 }, () => ({ kind: 'camera' })) }],
])('claims over the bounds of %s are refused before anything else looks at them', (field, manifest) => {
  expect(() => claimsOf(manifest)).toThrow(
    expect.objectContaining({ extras: expect.objectContaining({ field }) as object }) as object,
  );
});

it('the published schema is the one in force', () => {
  const published = readFileSync(
    new URL('../../../../docs/api/capture-manifest.schema.json', import.meta.url),
    'utf8',
  );
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(CAPTURE_MANIFEST_SCHEMA)));
});
