import type { RequestInfo } from '@capture/browser';
import { CalendarIcon, ClockIcon, RepeatIcon } from '../../ui/icons.js';
import { readableMoment, spokenLength } from '../copy/format.js';

/** How long a recording may be, and until when one may record. */
export function Facts({ request }: { request: Pick<RequestInfo, 'maxDurationSec' | 'deadlineAt'> }) {
  return (
    <ul className="facts">
      <li>
        <ClockIcon />
        Up to {spokenLength(request.maxDurationSec)}
      </li>
      {request.deadlineAt && (
        <li>
          <CalendarIcon />
          Open until {readableMoment(request.deadlineAt)}
        </li>
      )}
      <li>
        <RepeatIcon />
        Record again as often as you like before you submit
      </li>
    </ul>
  );
}
