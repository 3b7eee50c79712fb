import { useEffect, useRef, useState } from 'react';
import { announcement } from './recorder.announce.js';
import type { RecorderState } from './recorder.model.js';

/** The sentence that the page's role=status holds; stays until there is another. */
export function useAnnouncement(state: RecorderState): string {
  const told = useRef(state);
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const next = announcement(told.current, state);
    told.current = state;
    if (next !== null) setSentence(next);
  }, [state]);
  return sentence;
}
