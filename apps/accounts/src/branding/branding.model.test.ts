import { expect, it } from 'vitest';
import { carriesWhiteText, contrastWithWhite } from './branding.model.js';

it('contrast is that of WCAG: 21 for black, 1 for white', () => {
  expect(contrastWithWhite('#000000')).toBeCloseTo(21, 5);
  expect(contrastWithWhite('#ffffff')).toBeCloseTo(1, 5);
});

it('a colour carries white text from a contrast of 4.5 on', () => {
  expect(['#767676', '#0b5fff', '#777777', '#ffd400'].map(carriesWhiteText)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
