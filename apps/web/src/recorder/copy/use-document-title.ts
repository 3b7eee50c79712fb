import { useEffect } from 'react';
import type { RecorderState } from '../flow/recorder.state.js';
import { pageCopy } from './recorder.copy.js';
import { titleCopy as copy } from './steps.copy.js';

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
      return `${copy.recording} · ${about}`;
    case 'review':
      return `${copy.notSent} · ${about}`;
    case 'submitting':
      return `${copy.sending} · ${about}`;
    case 'done':
      return `${copy.done} · ${about}`;
    default:
      return about;
  }
}
