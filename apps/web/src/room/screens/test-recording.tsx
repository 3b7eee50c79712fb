import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.js';
import { greenRoomCopy as copy } from '../copy/screens.copy.js';

const LENGTH_MS = 4_000;

/** A few seconds of picture and voice, played back: the way others will see and hear them. Stays in memory. */
export function TestRecording({ stream }: { stream: MediaStream }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isRunning, setRunning] = useState(false);
  const recorder = useRef<MediaRecorder | null>(null);
  useEffect(() => () => recorder.current?.stop(), [stream]);
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  const record = () => {
    const chunks: Blob[] = [];
    const running = new MediaRecorder(stream);
    recorder.current = running;
    running.ondataavailable = ({ data }) => chunks.push(data);
    running.onstop = () => {
      recorder.current = null;
      setRunning(false);
      setUrl(URL.createObjectURL(new Blob(chunks, { type: running.mimeType })));
    };
    running.start();
    setUrl(null);
    setRunning(true);
    setTimeout(() => running.state === 'recording' && running.stop(), LENGTH_MS);
  };
  return (
    <>
      <Button small onClick={record} aria-disabled={isRunning}>
        {isRunning ? copy.testing : copy.test}
      </Button>
      {url && (
        <video className="green__test" src={url} controls autoPlay playsInline aria-label={copy.tested} />
      )}
    </>
  );
}
