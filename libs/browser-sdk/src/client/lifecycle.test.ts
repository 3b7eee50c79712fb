import { describe, expect, it } from 'vitest';
import type { CaptureState } from '../types.js';
import { canMove } from './lifecycle.js';

const ALL: CaptureState[] = [
  'idle',
  'requesting',
  'previewing',
  'starting',
  'recording',
  'stopping',
  'interrupted',
  'recorded',
  'uploading',
  'waiting',
  'submitted',
  'destroyed',
];

describe('the state machine', () => {
  it('walks the whole way of a take', () => {
    const way: CaptureState[] = [
      'idle',
      'requesting',
      'previewing',
      'starting',
      'recording',
      'stopping',
      'recorded',
      'uploading',
      'waiting',
      'uploading',
      'submitted',
    ];
    for (const [index, to] of way.slice(1).entries())
      expect(canMove(way[index] as CaptureState, to)).toBe(true);
  });

  it('lets every state but `destroyed` be destroyed, and nothing leave it', () => {
    for (const state of ALL) {
      expect(canMove(state, 'destroyed')).toBe(state !== 'destroyed');
      expect(canMove('destroyed', state)).toBe(false);
    }
  });

  it('submits only a finished take, also while another is being prepared, and records only from a preview', () => {
    expect(ALL.filter((state) => canMove(state, 'uploading'))).toEqual(['previewing', 'recorded', 'waiting']);
    expect(ALL.filter((state) => canMove(state, 'starting'))).toEqual(['previewing']);
    expect(ALL.filter((state) => canMove(state, 'submitted'))).toEqual(['uploading', 'waiting']);
  });

  it('leaves a recording only by ending it, so that nothing else takes its place', () => {
    expect(ALL.filter((state) => canMove('recording', state))).toEqual([
      'stopping',
      'interrupted',
      'destroyed',
    ]);
  });

  it('leads from an interruption to a take, where there is one', () => {
    expect(canMove('recording', 'interrupted')).toBe(true);
    expect(canMove('interrupted', 'recorded')).toBe(true);
  });
});
