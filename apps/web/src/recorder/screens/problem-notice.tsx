import { Notice } from '../../ui/notice.js';
import { problemCopy } from '../recorder.copy.js';
import type { Problem } from '../recorder.model.js';

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
