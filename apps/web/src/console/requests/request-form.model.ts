import { fromLocalInput, toLocalInput } from '../copy/local-time.js';
import type { CaptureRequest, RequestFields } from './requests-api.js';

/** What of a request decides what a change of it sends. */
type Before = Pick<CaptureRequest, 'deadlineAt' | 'release'>;

/** What the form sends. @param before the request that is changed; a new one without it */
export function bodyOf(form: FormData, before: Before | undefined): RequestFields {
  const release = changedRelease(form.get('release'), before?.release);
  const deadlineAt = changedDeadline(form.get('deadline'), before?.deadlineAt);
  return {
    title: String(form.get('title')).trim(),
    prompt: String(form.get('prompt')).trim(),
    maxDurationSec: Math.round(Number(form.get('minutes')) * 60),
    openLink: form.get('openLink') !== null,
    ...(release !== undefined && { release }),
    ...(deadlineAt !== undefined && { deadlineAt }),
  };
}

/**
 * What the form's deadline changes: undefined where it was left as it is, null where it was cleared. The input has whole minutes, so
 * an unchanged one must not be sent: it would cut off the seconds.
 */
function changedDeadline(
  filledIn: FormDataEntryValue | null,
  before: string | null | undefined,
): string | null | undefined {
  if (filledIn === toLocalInput(before ?? undefined)) return undefined;
  return fromLocalInput(filledIn) ?? null;
}

/**
 * What the form's release changes, as for the deadline: the form trims texts and has line breaks of its own, so that one left as it is
 * could become another wording. The form does not ask whether a release has to be accepted, so that stays as it was.
 */
function changedRelease(
  filledIn: FormDataEntryValue | null,
  before: Before['release'] | undefined,
): RequestFields['release'] | undefined {
  const field = asInField(String(filledIn));
  if (field === asInField(before?.text ?? '')) return undefined;
  const text = field.trim();
  return text === '' ? null : { required: before?.text ? before.required : true, text };
}

/** A text area has line feeds alone, whatever the text had that was put in. */
function asInField(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}
