import { Notice } from '../../ui/notice.js';
import { problemCopy } from '../copy/problem-words.js';
import type { Problem } from '../flow/recorder.state.js';
import { closingCopy } from '../copy/steps.copy.js';

export function ProblemNotice({ problem }: { problem: Problem | null }) {
  if (!problem) return null;
  const { title, body } = problemCopy(problem);
  return (
    <Notice tone="alert" title={title}>
      {body.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {problem.requestId && <p className="hint">{closingCopy.reference(problem.requestId)}</p>}
    </Notice>
  );
}
