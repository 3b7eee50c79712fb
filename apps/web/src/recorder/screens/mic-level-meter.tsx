import { useEffect, useState } from 'react';
import { MicrophoneIcon } from '../../ui/icons.js';
import { LEVEL_STEPS, watchLevel } from '../mic-level.js';

const SILENCE_MS = 4000;

interface MicLevelProps {
  stream: MediaStream;
  /** Before recording there is time to say that nothing is heard; during it that would only distract. */
  waiting: boolean;
}

/** Shows that the microphone hears something. */
export function MicLevel({ stream, waiting }: MicLevelProps) {
  const [level, setLevel] = useState(0);
  useEffect(() => watchLevel(stream, setLevel), [stream]);
  const silent = useSilence(level === 0 && waiting);
  return (
    <div className="level">
      <MicrophoneIcon />
      <span
        className="level__steps"
        role="meter"
        aria-label="Microphone level"
        aria-valuemin={0}
        aria-valuemax={LEVEL_STEPS}
        aria-valuenow={level}
      >
        {Array.from({ length: LEVEL_STEPS }, (_, step) => (
          <span key={step} data-lit={step < level || undefined} />
        ))}
      </span>
      <p className="level__words" role="status">
        {silent && 'Nothing is heard. Say something, or check that your microphone is not muted.'}
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
