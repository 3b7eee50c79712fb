import { useEffect, useRef, useState } from 'react';
import type { RecorderState } from '../flow/recorder.state.js';
import { announcement } from './announcement.js';

/** The text of the page's role=status. It stays until the next announcement. */
export function useAnnouncement(state: RecorderState): string {
  const announced = useRef(state);
  const [sentence, setSentence] = useState('');
  useEffect(() => {
    const next = announcement(announced.current, state);
    announced.current = state;
    if (next !== null) setSentence(next);
  }, [state]);
  return sentence;
}
