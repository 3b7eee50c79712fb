const LINE_MS = 10_000;
const TERMINAL_MS = 500;

/** Bytes as people read them. */
export function readable(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let [value, unit] = [bytes, 0];
  for (; value >= 1024 && unit < units.length - 1; unit += 1) value /= 1024;
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`;
}

/** Says on stderr how far an export is: one line that changes on a terminal, else a line every ten seconds. */
export class Progress {
  readonly counts: Record<string, number> = {};
  private left = 0;
  private fetched = 0;
  private startedAt = 0;
  private readonly timer: NodeJS.Timeout;

  constructor(private readonly stream: NodeJS.WriteStream = process.stderr) {
    this.timer = setInterval(() => this.print(), stream.isTTY ? TERMINAL_MS : LINE_MS);
    this.timer.unref();
  }

  count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Bytes of files that are still to be fetched. */
  expect(bytes: number): void {
    this.left = bytes;
    this.startedAt = performance.now();
  }

  bytes(count: number): void {
    this.fetched += count;
  }

  get fetchedBytes(): number {
    return this.fetched;
  }

  waiting(ms: number): void {
    if (ms > 0) this.say(`The key's budget is used up: waiting ${Math.ceil(ms / 1000)} s…`);
  }

  stop(): void {
    clearInterval(this.timer);
    if (this.stream.isTTY) this.stream.write('\r\u001B[K');
  }

  private print(): void {
    const counts = Object.entries(this.counts).map(([what, count]) => `${count} ${what}`);
    if (this.startedAt > 0) {
      const seconds = Math.max((performance.now() - this.startedAt) / 1000, 0.001);
      const left = Math.max(this.left - this.fetched, 0);
      counts.push(
        `${readable(this.fetched)} fetched (${readable(Math.round(this.fetched / seconds))}/s), ${readable(left)} left`,
      );
    }
    this.say(counts.join(', '));
  }

  private say(text: string): void {
    this.stream.write(this.stream.isTTY ? `\r\u001B[K${text}` : `${text}\n`);
  }
}
