/** Prints one line for each step of the start, with the seconds that it took. */
export class Progress {
  private readonly startedAt = performance.now();

  constructor(
    private readonly write: (line: string) => void = (line) => void process.stdout.write(`${line}\n`),
  ) {}

  async step<T>(title: string, work: () => Promise<T>): Promise<T> {
    const before = performance.now();
    try {
      const result = await work();
      this.write(`  ✓ ${title} (${seconds(performance.now() - before)})`);
      return result;
    } catch (error) {
      this.write(`  ✗ ${title}`);
      throw error;
    }
  }

  note(text: string): void {
    this.write(text);
  }

  get elapsed(): string {
    return seconds(performance.now() - this.startedAt);
  }
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
