import { describe, expect, it } from 'vitest';
import { chooseMimeType, recorderSettings } from './recorder-settings.js';

describe('the engine', () => {
  const choices: [string[], string][] = [
    [['avc3,opus', 'avc1,mp4a.40.2'], 'video/mp4;codecs=avc3,opus'],
    [['avc1,mp4a.40.2', 'avc1,opus'], 'video/mp4;codecs=avc1,mp4a.40.2'],
    [['avc3,mp4a.40.2', 'avc3,opus'], 'video/mp4;codecs=avc3,mp4a.40.2'],
    [[], 'video/mp4'],
  ];
  it.each(choices)('of %j takes %s', (codecs, choice) => {
    const types = codecs.map((codec) => `video/mp4;codecs=${codec}`);
    expect(chooseMimeType((type) => types.includes(type))).toBe(choice);
  });

  it('spends 8 Mb/s on 1080p30, less on less, and never more', () => {
    const rate = (width: number, height: number, frameRate: number) =>
      recorderSettings('video/mp4', { width, height, frameRate }).videoBitsPerSecond;
    expect(rate(1920, 1080, 30)).toBe(8_000_000);
    expect(rate(1280, 720, 30)).toBe(3_594_240);
    expect(rate(3840, 2160, 60)).toBe(8_000_000);
    expect(rate(160, 120, 5)).toBe(1_000_000);
  });
});
