export { CaptureClient } from './client.js';
export { CaptureError } from './errors.js';
export type { CaptureErrorDetails } from './errors.js';
export type {
  CaptureAccess,
  CaptureClientOptions,
  CaptureErrorCode,
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
