/** Between instants and inputs of the type `datetime-local`, which are in the reader's time zone. */

/** Undefined where nothing, or no time, was filled in. */
export function fromLocalInput(value: FormDataEntryValue | null): string | undefined {
  const at = new Date(String(value ?? ''));
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}

/** Empty for what is no instant. */
export function toLocalInput(iso: string | undefined): string {
  const at = new Date(iso ?? '');
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
