export { CaptureClient } from './client/capture-client.js';
export { CaptureError } from './errors.js';
export type { CaptureErrorCode, CaptureErrorDetails } from './errors.js';
export type {
  CaptureAccess,
  CaptureClientOptions,
  CaptureEvents,
  CaptureState,
  DeviceKind,
  EndReason,
  HealthEvent,
  PreviewOptions,
  ProgressEvent,
  ReleaseInfo,
  RequestInfo,
  StateEvent,
  StrandedTake,
  SubmitOptions,
  SubmitResult,
  Take,
  UploadTuning,
} from './types.js';
