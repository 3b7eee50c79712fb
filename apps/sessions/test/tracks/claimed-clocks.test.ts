import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { newId, type CompletedUpload, type KeyPrincipal, type Problem } from '@capture/contracts';
import { TakeService } from '../../src/rooms/take.service.js';
import type { OpenedTrackDto } from '../../src/tracks/track.dto.js';
import { SessionsUnderTest, teamKey } from '../fixtures/sessions-under-test.js';

const YEAR_MS = 365 * 86_400_000;
const SHA256 = 'a'.repeat(64);
const COMPLETED: CompletedUpload = {
  recordingId: newId('recording'),
  trackId: newId('track'),
  durationSec: 3,
  sha256: SHA256,
  merkleRoot: SHA256,
  sizeBytes: 3,
};

describe('what a device claims of its clock', () => {
  let service: SessionsUnderTest;
  let key: KeyPrincipal;
  let complete: (manifest: object) => Promise<{ status: number; body: Problem }>;

  beforeAll(async () => {
    service = await SessionsUnderTest.start(inject('postgresAdminUrl'));
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    key = teamKey();
    const { organizationId } = key;
    const opened = await service.opened(key);
    const ref = { id: opened.session.id, organizationId };
    await service.within(organizationId, () => service.app().get(TakeService).start(ref));
    service.uploads.length = 0;
    service.uploadAnswers = {
      'recordings.open_upload': () => ({ partSize: 8_388_608 }),
      'recordings.complete_upload': () => COMPLETED,
    };
    const { participantToken: token } = await service.join(opened, 'Grace');
    const principal = { kind: 'capability', token } as const;
    const path = `/v1/rooms/${opened.session.id}/tracks`;
    const startedAt = new Date().toISOString();
    const body = { takeNumber: 1, kind: 'camera', contentType: 'video/mp4', startedAt };
    const { trackId } = (await service.call<OpenedTrackDto>(principal, 'POST', path, { body })).body;
    complete = (manifest) => {
      const whole = { parts: [{ number: 1, sha256: SHA256 }], durationSec: 2, manifest };
      return service.call<Problem>(principal, 'POST', `${path}/${trackId}/complete`, { body: whole });
    };
  });

  /** A manifest of a device whose clock is `aheadMs` before the server's, by default one that is right. */
  const manifest = (clock: object, aheadMs = 0) => ({
    manifestVersion: 1,
    startedAt: new Date(Date.now() + aheadMs).toISOString(),
    clock: { samples: 8, offsetMs: -aheadMs, uncertaintyMs: 4, driftPpm: -3, ...clock },
  });

  const sent = (): unknown[] => service.uploads.filter(({ pattern }) => pattern.endsWith('complete_upload'));

  it('is kept as it came, however wrong the device’s own clock is', async () => {
    const claimed = manifest({ offsetMs: 50 * YEAR_MS + 0.25 }, -50 * YEAR_MS);
    expect((await complete(claimed)).status).toBe(201);
    expect(sent()).toMatchObject([{ payload: { manifest: claimed } }]);
  });

  it.each([
    ['an offset by which the track began before the session', 'offsetMs', { offsetMs: -2 * 3_600_000 }],
    ['an offset by which the track begins in the future', 'offsetMs', { offsetMs: 2 * 3_600_000 }],
    ['an uncertainty below zero', 'uncertaintyMs', { uncertaintyMs: -1 }],
    ['an uncertainty that says nothing', 'uncertaintyMs', { uncertaintyMs: 3_600_000 }],
    ['a drift that no clock has', 'driftPpm', { driftPpm: 5_000 }],
  ])(
    'is refused by the name of the field: %s; without it the track completes',
    async (_what, field, clock) => {
      expect(await complete(manifest(clock))).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: `manifest.clock.${field}` },
      });
      expect(sent()).toEqual([]);
      expect((await complete(manifest({ ...clock, [field]: null }))).status).toBe(201);
    },
  );

  it('may be nothing at all', async () => {
    expect((await complete({ manifestVersion: 1, clock: null })).status).toBe(201);
  });
});
