import { describe, expect, it } from 'vitest';
import { newId } from '../ids.js';
import { commandSubject, payloadProblems, replyProblems, type CommandPayload } from './commands.js';

const sha256 = 'a'.repeat(64);
const complete = (): CommandPayload<'recordings.complete_upload'> => ({
  organizationId: newId('organization'),
  uploadId: newId('upload'),
  parts: [{ number: 1, sha256 }],
  merkleRoot: null,
  sha256: null,
  durationSec: 1.5,
  manifest: {},
  submissionId: null,
});
const problems = (changes: object) =>
  payloadProblems('recordings.complete_upload', { ...complete(), ...changes });

/** Milliseconds of the fastest of three runs: other work on the machine only ever slows one down. */
function fastest(work: () => unknown): number {
  const runs = [1, 2, 3].map(() => {
    const start = performance.now();
    work();
    return performance.now() - start;
  });
  return Math.min(...runs);
}

describe('commands', () => {
  it('carry their version in the subject', () => {
    expect(commandSubject('recordings.open_upload')).toBe('recordings.open_upload.v1');
  });

  it('take a payload that fits its class, with members that a later release adds', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ addedLater: { any: 'thing' } })).toEqual([]);
  });

  it.each([
    [{ uploadId: newId('take') }, 'uploadId: '],
    [{ parts: [{ number: 1, sha256: 'no digest' }] }, 'parts: '],
    [{ parts: 'none' }, 'parts: '],
    [{ durationSec: '1' }, 'durationSec: '],
    [{ manifest: undefined }, 'manifest: '],
    [{ submissionId: undefined }, 'submissionId: '],
  ])('name what is wrong with a payload: %j', (changes, expected) => {
    expect(problems(changes)).toEqual([expect.stringContaining(expected)]);
  });

  it.each([null, 'text', [], 7])('take no payload but an object: %j', (payload) => {
    expect(payloadProblems('recordings.delete', payload)).toEqual(['not an object']);
  });

  it('name what is wrong deep inside a reply', () => {
    const credential = { principal: { kind: 'key', limits: {} }, expiresAt: null, upgrades: {} };
    const found = replyProblems('accounts.resolve_credential', credential);
    expect(found).toContainEqual(expect.stringMatching(/^principal\.limits\.rosterCap: /));
    expect(replyProblems('accounts.resolve_credential', null)).toEqual([]);
  });

  it('judge each item of a listed reply', () => {
    const grants = [{ number: 1, stored: true }, { number: 0 }];
    expect(replyProblems('recordings.grant_parts', grants)).toEqual([expect.stringMatching(/^1\.number: /)]);
    expect(replyProblems('recordings.grant_parts', {})).toEqual(['not a list']);
    expect(replyProblems('recordings.abort_upload', {})).toEqual(['not null']);
  });

  it('are judged in milliseconds, however many parts they list and however wide their manifest is', () => {
    const parts = Array.from({ length: 10_000 }, (_item, index) => ({ number: index + 1, sha256 }));
    const manifest = Object.fromEntries(Array.from({ length: 30_000 }, (_item, index) => [`m${index}`, 0]));
    const payload = { ...complete(), parts, manifest };
    expect(payloadProblems('recordings.complete_upload', payload)).toEqual([]);
    // Entry by entry class-validator takes a hundred times as long.
    expect(fastest(() => payloadProblems('recordings.complete_upload', payload))).toBeLessThan(50);
  });
});
