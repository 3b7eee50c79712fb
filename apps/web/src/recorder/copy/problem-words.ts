import type { Copy } from '../../ui/copy/page.copy.js';
import type { Problem } from '../flow/recorder.state.js';
import { spokenLength } from './format.js';
import { otherProblems, problemsByCode, problemsByServiceCode, takeNotes } from './recorder.copy.js';

type When = 'before' | 'submitting';
const byCode: Record<When, Partial<Record<Problem['code'], Copy>>> = problemsByCode;
const byServiceCode: Partial<Record<string, Copy>> = problemsByServiceCode;

/** What happened, and what to do next. */
export function problemCopy(problem: Problem): Copy {
  const when: When = problem.at === 'submitting' || problem.at === 'review' ? 'submitting' : 'before';
  const specific = problem.serviceCode ? byServiceCode[problem.serviceCode] : undefined;
  return specific ?? byCode[when][problem.code] ?? otherProblems[when];
}

/** Why a recording ended by itself or where it comes from; null when the person stopped it. */
export function takeNote(
  take: { endReason: string; recovered: boolean },
  maxDurationSec: number,
): string | null {
  if (take.recovered) return takeNotes.recovered;
  switch (take.endReason) {
    case 'stopped':
      return null;
    case 'time_limit':
      return takeNotes.time_limit(spokenLength(maxDurationSec));
    case 'size_limit':
    case 'storage_full':
    case 'device_lost':
      return takeNotes[take.endReason];
    default:
      return takeNotes.other;
  }
}
