import { fromLocalInput, toLocalInput } from '../copy/local-time.js';

/**
 * What the form's deadline changes: undefined where it was left as it is, null where it was cleared. The input has whole minutes, so
 * an unchanged one must not be sent: it would cut off the seconds.
 */
export function changedDeadline(
  filledIn: FormDataEntryValue | null,
  before: string | null | undefined,
): string | null | undefined {
  if (filledIn === toLocalInput(before ?? undefined)) return undefined;
  return fromLocalInput(filledIn) ?? null;
}
