/** Entries of one second. More are computed without being kept, and long ones too: callers choose parts of the text. */
const MAX_ENTRIES = 1024;
const MAX_LENGTH = 4096;

/** Keeps what is expensive to compute from a text until the second changes; undefined is not kept. */
export class SecondCache<V> {
  private readonly values = new Map<string, V>();
  private second = Number.NaN;

  get(second: number, text: string, compute: () => V): V {
    if (second !== this.second) {
      this.values.clear();
      this.second = second;
    }
    const known = this.values.get(text);
    if (known !== undefined) return known;
    const value = compute();
    if (value !== undefined && this.values.size < MAX_ENTRIES && text.length <= MAX_LENGTH)
      this.values.set(text, value);
    return value;
  }
}
