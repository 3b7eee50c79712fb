import type { CaptureAccess, CaptureClient } from '@capture/browser';
import type { RecorderEvent } from './recorder.model.js';
import type { RecorderState } from './recorder.state.js';

/** What the recorder uses of the SDK. */
export type RecorderClient = Pick<
  CaptureClient,
  'getRequest' | 'preview' | 'start' | 'stop' | 'discard' | 'recover' | 'submit' | 'destroy' | 'on' | 'take'
>;

/** The unsent takes of every link on this device. */
type DeviceTakes = Pick<typeof CaptureClient, 'listStranded' | 'openStranded' | 'deleteStranded'>;

export interface RecorderOptions {
  access: CaptureAccess;
  client: RecorderClient;
  device: DeviceTakes;
}

/** The visit that an effect belongs to. */
export interface Visit {
  state: () => RecorderState;
  dispatch: (event: RecorderEvent) => void;
  /** Runs an effect; what it throws is shown. */
  attempt: (effect: () => Promise<void>) => Promise<void>;
}
