import { describe, expect, it } from 'vitest';
import { changeRelease, NO_RELEASE, versionLabel, versionNumber } from './release.model.js';

describe('changeRelease', () => {
  const first = changeRelease(NO_RELEASE, { required: true, text: 'one' });

  it('numbers wordings from 1, and only another text is another wording', () => {
    expect(first).toEqual({ required: true, text: 'one', number: 1, count: 1 });
    expect(changeRelease(first, { text: 'one' })).toEqual(first);
    expect(changeRelease(first, { required: false })).toEqual({ ...first, required: false });
    expect(changeRelease(first, { text: 'two' })).toEqual({
      required: true,
      text: 'two',
      number: 2,
      count: 2,
    });
  });

  it('never gives a number out twice, not even after a wording was taken away', () => {
    const none = changeRelease(first, null);
    expect(none).toEqual({ required: false, text: null, number: null, count: 1 });
    expect(changeRelease(none, { text: 'one' }).number).toBe(2);
  });

  it('refuses to require a release that has no text', () => {
    const refused = expect.objectContaining({
      code: 'invalid_input',
      extras: expect.objectContaining({ field: 'release.text' }),
    });
    for (const attempt of [
      () => changeRelease(NO_RELEASE, { required: true }),
      () => changeRelease(first, { text: null }),
    ]) {
      expect(attempt).toThrow(refused);
    }
  });
});

describe('version labels', () => {
  it('go both ways', () => {
    expect(versionNumber(versionLabel(12))).toBe(12);
  });

  it('other labels are nobody’s', () => {
    for (const label of ['', 'v', 'v0', 'v01', '1', 'V1', 'v1 ', 'legacy', 'v9999999999'])
      expect(versionNumber(label)).toBeUndefined();
  });
});
