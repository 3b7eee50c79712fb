import { Notice } from '../../ui/notice.js';
import { problemCopy } from '../copy/recorder.copy.js';
import type { Problem } from '../flow/recorder.state.js';

export function ProblemNotice({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  const { title, body } = problemCopy(problem);
  return (
    <Notice tone="alert" title={title}>
      {body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {problem.requestId && <p className="hint">Reference for support: {problem.requestId}</p>}
    </Notice>
  );
}
