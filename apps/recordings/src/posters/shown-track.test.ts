import { expect, it } from 'vitest';
import { shownOf } from './shown-track.js';

const track = (kind: string, changes: { state?: string; width?: number | null } = {}) => ({
  kind,
  state: 'available',
  width: 640,
  ...changes,
});

it('a camera is shown rather than a screen, and the first of cameras', () => {
  const cameras = [track('camera'), track('camera', { width: 320 })];
  expect(shownOf([track('screen'), ...cameras])).toBe(cameras[0]);
});

it('a screen is shown where no camera has a picture', () => {
  const screen = track('screen');
  expect(shownOf([track('microphone', { width: null }), track('camera', { width: null }), screen])).toBe(
    screen,
  );
});

it('nothing is shown of what has not arrived, is gone, or is sound alone', () => {
  const states = ['uploading', 'deleted', 'failed'].map((state) => track('camera', { state }));
  expect(shownOf([...states, track('microphone', { width: null })])).toBeUndefined();
});
