import { useEffect, useState } from 'react';
import { MicrophoneIcon } from '../../ui/icons.js';
import { LEVEL_STEPS, watchLevel } from './mic-level.js';
import { microphoneCopy as copy } from '../copy/question.copy.js';

const SILENCE_MS = 4000;

interface MicLevelProps {
  stream: MediaStream;
  /** Whether to report silence. During a recording that would only distract. */
  reportSilence: boolean;
}

/** Shows the microphone level. */
export function MicLevel({ stream, reportSilence }: MicLevelProps) {
  const [level, setLevel] = useState(0);
  useEffect(() => watchLevel(stream, setLevel), [stream]);
  const silent = useSilence(level === 0 && reportSilence);
  return (
    <div className="level">
      <MicrophoneIcon />
      <span
        className="level__steps"
        role="meter"
        aria-label={copy.level}
        aria-valuemin={0}
        aria-valuemax={LEVEL_STEPS}
        aria-valuenow={level}
      >
        {Array.from({ length: LEVEL_STEPS }, (_, step) => (
          <span key={step} data-lit={step < level || undefined} />
        ))}
      </span>
      <p className="level__words" role="status">
        {silent && copy.silent}
      </p>
    </div>
  );
}

/** True once `quiet` has held for a while. */
function useSilence(quiet: boolean): boolean {
  const [silent, setSilent] = useState(false);
  useEffect(() => {
    if (!quiet) return;
    const timer = setTimeout(() => setSilent(true), SILENCE_MS);
    return () => {
      clearTimeout(timer);
      setSilent(false);
    };
  }, [quiet]);
  return silent;
}
