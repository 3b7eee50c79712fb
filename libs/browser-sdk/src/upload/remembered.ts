/** A value that this origin keeps under a key; with `value`, sets it first. Site storage may be disabled. */
export function remembered(key: string, value?: string): string | undefined {
  try {
    return value ? (localStorage[key] = value) : (localStorage[key] as string | undefined);
  } catch {
    return value;
  }
}
