import { fromLocalInput, toLocalInput } from '../copy/local-time.js';
import type { CaptureRequest, RequestChanges, RequestFields } from './requests-api.js';

/** What of a request the form shows. */
export type Before = Pick<
  CaptureRequest,
  'title' | 'prompt' | 'maxDurationSec' | 'openLink' | 'deadlineAt' | 'release'
>;

/** What is sent for a new request. */
export function bodyOf(form: FormData): RequestFields {
  const release = changedRelease(form.get('release'), undefined);
  const deadlineAt = changedDeadline(form.get('deadline'), undefined);
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
 * What is sent for a change: only the fields that the person changed. What another member changed meanwhile stays.
 * @param before as the form showed it when it was opened
 */
export function changesOf(form: FormData, before: Before): RequestChanges {
  const { title, prompt, maxDurationSec, openLink } = bodyOf(form);
  const release = changedRelease(form.get('release'), before.release);
  const deadlineAt = changedDeadline(form.get('deadline'), before.deadlineAt);
  return {
    ...(title !== before.title.trim() && { title }),
    ...(asInField(prompt) !== asInField(before.prompt).trim() && { prompt }),
    ...(maxDurationSec !== Math.round(before.maxDurationSec) && { maxDurationSec }),
    ...(openLink !== Boolean(before.openLink) && { openLink }),
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
