import type { RequestInfo } from '@capture/browser';
import { CalendarIcon, ClockIcon, RepeatIcon } from '../../ui/icons.js';
import { readableMoment, spokenLength } from '../copy/format.js';
import { questionCopy as copy } from '../copy/question.copy.js';

/** How long a recording may be, and until when one may record. */
export function Facts({ request }: { request: Pick<RequestInfo, 'maxDurationSec' | 'deadlineAt'> }) {
  return (
    <ul className="facts">
      <li>
        <ClockIcon />
        {copy.upTo(spokenLength(request.maxDurationSec))}
      </li>
      {request.deadlineAt && (
        <li>
          <CalendarIcon />
          {copy.openUntil(readableMoment(request.deadlineAt))}
        </li>
      )}
      <li>
        <RepeatIcon />
        {copy.again}
      </li>
    </ul>
  );
}
