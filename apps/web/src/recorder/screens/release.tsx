import type { RequestInfo } from '@capture/browser';
import { questionCopy as copy } from '../copy/question.copy.js';

/** What is to be accepted, to read beforehand. */
export function Release({ release }: { release: Pick<RequestInfo['release'], 'required' | 'text'> }) {
  return (
    <>
      <h2>{copy.release}</h2>
      <p className="release" dir="auto">
        {release.text}
      </p>
      {release.required && <p className="hint">{copy.releaseLater}</p>}
    </>
  );
}
