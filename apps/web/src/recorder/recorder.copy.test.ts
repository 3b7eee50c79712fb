import { describe, expect, it } from 'vitest';
import { clockLength, problemCopy, readableSize, spokenLength, takeNote } from './recorder.copy.js';

describe('lengths and sizes', () => {
  it.each([
    [300, '5 minutes'],
    [90, '1 minute 30 seconds'],
    [1, '1 second'],
    [7200, '2 hours'],
    [0.2, '0 seconds'],
    [59.7, '1 minute'],
  ])('%d s is said as %s', (sec, said) => {
    expect(spokenLength(sec)).toBe(said);
  });

  it.each([
    [0, '0:00'],
    [65, '1:05'],
    [3600, '1:00:00'],
    [59.9, '0:59'],
  ])('%d s is shown as %s', (sec, shown) => {
    expect(clockLength(sec)).toBe(shown);
  });

  it.each([
    [0, '0 kB'],
    [400, '1 kB'],
    [4_230_000, '4.2 MB'],
    [84_000_000, '84 MB'],
    [2_500_000_000, '2.5 GB'],
  ])('%d bytes are %s', (bytes, shown) => {
    expect(readableSize(bytes)).toBe(shown);
  });
});

describe('what is said about a take', () => {
  const said = (endReason: string, recovered = false) => takeNote({ endReason, recovered }, 300);

  it('is nothing when the person ended it', () => {
    expect(said('stopped')).toBeNull();
  });

  it('names the limit, the storage, the device, or that it was found', () => {
    expect(said('time_limit')).toContain('5 minutes');
    expect(said('storage_full')).toContain('storage');
    expect(said('device_lost')).toContain('camera or microphone');
    expect(said('recorder_error')).toContain('Everything up to then is here');
    expect(said('stopped', true)).toContain('found on this device');
  });
});

describe('what is said about a problem', () => {
  it("prefers the service's finer code", () => {
    const full = { code: 'quota_exceeded', serviceCode: 'submission_cap', at: 'submitting' } as const;
    expect(problemCopy(full).title).toContain('all the recordings it can hold');
  });

  it('says while sending that the recording is safe', () => {
    for (const code of ['network', 'upload_failed', 'rate_limited'] as const) {
      expect(problemCopy({ code, at: 'submitting' }).body.join(' ')).toContain('safe on this device');
    }
  });
});
