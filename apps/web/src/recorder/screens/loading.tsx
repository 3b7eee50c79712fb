import { questionCopy } from '../copy/question.copy.js';

export function Loading() {
  return (
    <p className="loading" role="status">
      {questionCopy.loading}
    </p>
  );
}
