import { Clock } from '@capture/platform';
import { describe, expect, it } from 'vitest';
import type { RecordingsConfig } from '../config.js';
import { PartGrants } from './part-grants.js';

class FixedClock extends Clock {
  at = new Date('2026-01-31T12:00:00.000Z');

  override now(): Date {
    return this.at;
  }
}

const clock = new FixedClock();
const config = {
  CAPTURE_GRANT_SECRET: 'a grant secret of the tests, long enough',
  CAPTURE_PUBLIC_URL: 'https://capture.example/base',
  CAPTURE_PART_GRANT_SEC: 900,
};
const grants = new PartGrants(config as RecordingsConfig, clock);
const authority = { uploadId: 'upl_1', number: 2, size: 5, sha256: 'ab'.repeat(32), generation: 3 };

describe('a part grant', () => {
  it('is a URL below the public one that reads back as what was granted', () => {
    const grant = grants.issue(authority);
    if (!('url' in grant)) throw new Error('no URL');
    const url = new URL(grant.url);
    expect(url.origin + url.pathname).toBe('https://capture.example/base/api/v1/uploads/upl_1/parts/2');
    expect(grants.read('upl_1', '2', url.search.slice(1))).toEqual(authority);
    expect(grant.expiresAt).toBe('2026-01-31T12:15:00.000Z');
  });

  it('ends at its instant', () => {
    const grant = grants.issue(authority);
    const query = new URL('url' in grant ? grant.url : '').search.slice(1);
    clock.at = new Date('2026-01-31T12:14:59.999Z');
    expect(grants.read('upl_1', '2', query)).toEqual(authority);
    clock.at = new Date('2026-01-31T12:15:00.000Z');
    expect(() => grants.read('upl_1', '2', query)).toThrow(
      expect.objectContaining({ code: 'link_expired' }) as object,
    );
  });
});
