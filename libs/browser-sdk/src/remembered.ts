/** A value that this origin keeps under a key; with `value`, sets it first. Site storage may be disabled. */
export function remembered<Value extends string | number = string>(
  key: string,
  value?: Value,
): Value | undefined {
  try {
    return (value ? (localStorage[key] = value) : localStorage[key]) as Value | undefined;
  } catch {
    return value;
  }
}
