import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { CameraIcon, MicrophoneIcon } from '../../../ui/icons.js';
import { recordingKeys } from '../recordings-api.js';
import { readPoster } from './read-poster.js';

/** After this long it is asked again for a picture that was not there. */
const ASK_AGAIN_MS = 30_000;
const KEPT_MS = 30 * 60_000;

interface PosterProps {
  recordingId: string;
  /** What is known of the recording: sound alone is not asked for a picture. */
  of: 'picture' | 'sound';
}

/** A still picture of a recording, or what stands for one. Decorative: the text beside it says which recording it is. */
export function Poster({ recordingId, of }: PosterProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isSeen = useSeen(frame);
  return (
    <div className="poster" ref={frame} data-recording={recordingId}>
      {of === 'picture' && isSeen ? <Picture recordingId={recordingId} /> : <Placeholder of={of} />}
    </div>
  );
}

/** Kept in the memory of the page, where a sign-out removes it with all other answers (ADR 60). */
function Picture({ recordingId }: { recordingId: string }) {
  const { data } = useQuery({
    queryKey: recordingKeys.poster(recordingId),
    queryFn: ({ signal }) => readPoster(recordingId, signal),
    staleTime: ({ state }) => (typeof state.data === 'string' ? Infinity : ASK_AGAIN_MS),
    gcTime: KEPT_MS,
    retry: 1,
  });
  return typeof data === 'string' ? <img src={data} alt="" /> : <Placeholder of="picture" />;
}

function Placeholder({ of }: Pick<PosterProps, 'of'>) {
  return of === 'sound' ? <MicrophoneIcon /> : <CameraIcon />;
}

/** Whether it has come near what is seen of the page, and is there still. */
function useSeen(frame: React.RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '100px',
    });
    if (frame.current) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame]);
  return isSeen;
}
