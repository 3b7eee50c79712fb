import { describe, expect, it } from 'vitest';
import { LEVEL_STEPS, levelOf } from './mic-level.js';

const tone = (amplitude: number) => Float32Array.from({ length: 256 }, (_, i) => amplitude * Math.sin(i / 3));

describe('the microphone level', () => {
  it('is nothing in silence and in the noise of a quiet room', () => {
    expect(levelOf(new Float32Array(256))).toBe(0);
    expect(levelOf(tone(0.001))).toBe(0);
  });

  it('is full at full scale, and rises with loudness', () => {
    expect(levelOf(tone(1))).toBe(LEVEL_STEPS);
    const rising = [0.01, 0.05, 0.2, 0.7].map((amplitude) => levelOf(tone(amplitude)));
    expect(rising).toEqual([...rising].sort((a, b) => a - b));
    expect(new Set(rising).size).toBe(rising.length);
  });
});
