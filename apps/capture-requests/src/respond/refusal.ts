import { AppError, invalidField } from '@capture/contracts';
import { linkExpired } from '../links/link.model.js';
import { closedError } from '../requests/capture-request.model.js';
import type { Refusal } from '../takes/take.model.js';

export function refusalError(refusal: Refusal): AppError {
  const errors: Record<Refusal, () => AppError> = {
    link_expired: linkExpired,
    capture_request_closed: closedError,
    superseded: () =>
      new AppError(
        'superseded',
        'Another take of this person landed first; that one is the live submission.',
      ),
    submission_cap: submissionCapReached,
    too_long: () =>
      invalidField('durationSec', 'out_of_range', 'The recording is longer than this request takes.'),
  };
  return errors[refusal]();
}

export function submissionCapReached(): AppError {
  return new AppError('submission_cap', 'This request has all the submissions it can take.');
}
