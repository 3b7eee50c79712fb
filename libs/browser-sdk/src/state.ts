import type { CaptureState } from './types.js';

/** Every move a client may make. `destroyed` is reachable from anywhere and is left out here. */
const MOVES: Record<CaptureState, readonly CaptureState[]> = {
  idle: ['requesting', 'recorded'],
  requesting: ['previewing', 'idle'],
  previewing: ['starting', 'requesting', 'recorded', 'idle'],
  starting: ['recording', 'interrupted', 'previewing', 'idle'],
  recording: ['stopping', 'interrupted'],
  stopping: ['recorded', 'previewing', 'idle'],
  interrupted: ['recorded', 'previewing', 'idle'],
  recorded: ['uploading', 'previewing', 'idle'],
  uploading: ['waiting', 'submitted', 'recorded', 'previewing', 'idle'],
  waiting: ['uploading', 'submitted', 'recorded', 'previewing', 'idle'],
  submitted: ['previewing', 'requesting', 'recorded', 'idle'],
  destroyed: [],
};

export function canMove(from: CaptureState, to: CaptureState): boolean {
  return to === 'destroyed' ? from !== 'destroyed' : MOVES[from].includes(to);
}
