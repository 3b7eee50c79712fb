export { createCaptureClient, type CaptureClient, type CaptureClientOptions } from './client.js';
export { CaptureApiError, CaptureConnectionError, type ErrorCode, type FieldError } from './errors.js';
export type { Answer, CallOptions, Item, ListPath, Operation, PathOf, Schemas } from './types.js';
export {
  CaptureWebhookError,
  verifyWebhook,
  type VerifyOptions,
  type WebhookEvent,
  type WebhookEventType,
  type WebhookHeaders,
} from './webhooks.js';
