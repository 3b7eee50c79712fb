import type { RequestInfo } from '@capture/browser';

/** What is to be accepted, to read beforehand. */
export function Release({ release }: { release: Pick<RequestInfo['release'], 'required' | 'text'> }) {
  return (
    <>
      <h2>Release</h2>
      <p className="release">{release.text}</p>
      {release.required && (
        <p className="hint">You are asked to accept this when you submit your recording.</p>
      )}
    </>
  );
}
