import { useEffect, useRef } from 'react';

interface PictureProps {
  stream: MediaStream | null;
  label: string;
  /** Mirrored, and without sound. */
  isSelf?: boolean;
}

export function Picture({ stream, label, isSelf = false }: PictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    const element = video.current;
    if (!element || element.srcObject === stream) return;
    element.srcObject = stream;
    // Refused only before the person has touched the page; the browser then plays it later.
    void element.play().catch(() => undefined);
  }, [stream]);
  return (
    <video
      ref={video}
      className={isSelf ? 'stage__self' : 'tile__video'}
      aria-label={label}
      autoPlay
      playsInline
      muted={isSelf}
      disablePictureInPicture
    />
  );
}
