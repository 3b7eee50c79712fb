import { describe, expect, it } from 'vitest';
import { problemCopy, takeNote } from './problem-words.js';

describe('what is said about a take', () => {
  const said = (endReason: string, recovered = false) => takeNote({ endReason, recovered }, 300);

  it('is nothing when the person ended it', () => {
    expect(said('stopped')).toBeNull();
  });

  it('names the limit, the storage, the device, or that it was found', () => {
    expect(said('time_limit')).toContain('5 minutes');
    expect(said('size_limit')).toContain('as large as this request allows');
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
