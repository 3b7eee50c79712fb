import { BooleanField, EnumField, IdField, StringField } from '../fields/values.js';
import { EventType } from './event.js';

export const CLOSED_REASONS = ['deadline_passed', 'closed_by_api', 'closed_by_member'] as const;
export type ClosedReason = (typeof CLOSED_REASONS)[number];

/** `metadata` as JSON text: kept as the caller sent it, key order and large numbers included. */
const METADATA = {
  description: 'Caller-owned metadata, as the JSON text that was sent',
  min: 2,
  max: 16_384,
};

class CaptureRequestFact {
  @IdField('captureRequest') captureRequestId: string;
  @StringField(METADATA) metadata: string;
}

@EventType('capture_request.created', { description: 'A capture request was created.' })
export class CaptureRequestCreated extends CaptureRequestFact {
  @EnumField(['draft', 'active']) status: 'draft' | 'active';
}

@EventType('capture_request.launched', { description: 'A capture request became active.' })
export class CaptureRequestLaunched extends CaptureRequestFact {}

@EventType('capture_request.closed', {
  description: 'A capture request was closed; its links stopped working.',
})
export class CaptureRequestClosed extends CaptureRequestFact {
  @EnumField(CLOSED_REASONS) reason: ClosedReason;
}

@EventType('capture_request.deleted', {
  description: 'A capture request and its roster were deleted; footage stays.',
})
export class CaptureRequestDeleted extends CaptureRequestFact {}

@EventType('capture_request.submission_received', { description: "A respondent's take was submitted." })
export class SubmissionReceived extends CaptureRequestFact {
  @IdField('submission') submissionId: string;
  @IdField('recording') recordingId: string;
  @IdField('contact', { nullable: true }) contactId: string | null;
  @BooleanField() viaOpenLink: boolean;
}

@EventType('submission.replaced', {
  description: 'A new take replaced an earlier one, which was deleted outright.',
})
export class SubmissionReplaced extends CaptureRequestFact {
  @IdField('submission') submissionId: string;
  @IdField('submission') previousSubmissionId: string;
  @IdField('recording', { nullable: true }) previousRecordingId: string | null;
}

@EventType('submission.footage_expired', {
  description: 'The footage was deleted, after its retention or by a call; the answer stays.',
})
export class SubmissionFootageExpired extends CaptureRequestFact {
  @IdField('submission') submissionId: string;
  @IdField('recording') recordingId: string;
}
