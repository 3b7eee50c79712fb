/** Calls of one of many: those under way, and what lets the next ones begin. */
interface Line {
  running: number;
  waiting: (() => void)[];
}

/** Lets each of many run so many calls at once; more of theirs wait for these, and for nobody else's. */
export class Turns {
  private readonly lines = new Map<string, Line>();

  constructor(private readonly most: number) {}

  /**
   * Runs `call` of `whose` when it is its turn.
   * @throws the reason of `signal` where that aborts before
   */
  async take<T>(whose: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const line = this.lines.get(whose) ?? { running: 0, waiting: [] };
    this.lines.set(whose, line);
    if (line.running < this.most) line.running += 1;
    else await turnOf(line, signal);
    try {
      return await call();
    } finally {
      this.pass(whose, line);
    }
  }

  private pass(whose: string, line: Line): void {
    const next = line.waiting.shift();
    if (next) return next();
    line.running -= 1;
    if (line.running === 0) this.lines.delete(whose);
  }
}

function turnOf({ waiting }: Line, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = (): void => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    const leave = (): void => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(signal.reason as Error);
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.push(begin);
  });
}
