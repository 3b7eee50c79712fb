import { useEffect } from 'react';
import type { RecorderState } from '../flow/recorder.state.js';
import { pageCopy } from './recorder.copy.js';

/** Shows the phase in the tab's title, so that a recording in a background tab is not forgotten. */
export function useDocumentTitle(state: RecorderState): void {
  const title = titleOf(state);
  useEffect(() => {
    document.title = title;
  }, [title]);
}

function titleOf({ phase, request }: RecorderState): string {
  const about = request ? `${request.title} · Capture` : 'Capture';
  switch (phase.name) {
    case 'page':
      return `${pageCopy[phase.page].title} · Capture`;
    case 'recording':
      return `● Recording · ${about}`;
    case 'review':
      return `Not sent yet · ${about}`;
    case 'submitting':
      return `Sending · ${about}`;
    case 'done':
      return `Thank you · ${about}`;
    default:
      return about;
  }
}
