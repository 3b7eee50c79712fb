import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PRELOAD = new URL('./loop-meter.preload.mjs', import.meta.url).href;

/** What one process of an instance says of itself. */
export interface Reading {
  app: string;
  /** The most processor time that one turn of the event loop has taken since the last reading, in milliseconds. */
  longestTurnMs: number;
  /** In use after a full collection; only where asked for. */
  bytes?: number;
}

/** Measures how long callers hold the event loops of an instance. */
export class LoopMeter {
  private constructor(private readonly directory: string) {}

  static async create(): Promise<LoopMeter> {
    return new LoopMeter(await mkdtemp(join(tmpdir(), 'capture-loop-')));
  }

  /** Environment of the instance. */
  get env(): Record<string, string> {
    return { NODE_OPTIONS: `--import ${PRELOAD}`, LOOP_METER: this.directory };
  }

  /** The process whose event loop was held longest since the last reading. */
  async longest(): Promise<Reading> {
    const [first, ...rest] = await this.read('t');
    if (!first) throw new Error('no process of the instance is measured');
    return rest.reduce((most, each) => (each.longestTurnMs > most.longestTurnMs ? each : most), first);
  }

  /** Bytes in use by process, after a full collection. */
  async memory(): Promise<Map<string, number>> {
    return new Map((await this.read('m')).map(({ app, bytes = 0 }) => [app, bytes]));
  }

  remove(): Promise<void> {
    return rm(this.directory, { recursive: true, force: true });
  }

  private async read(what: 't' | 'm'): Promise<Reading[]> {
    const sockets = await readdir(this.directory);
    const readings = await Promise.all(sockets.map((name) => ask(join(this.directory, name), what)));
    return readings.filter((reading) => reading !== undefined);
  }
}

/** Undefined when the process has ended. */
function ask(path: string, what: string): Promise<Reading | undefined> {
  return new Promise((resolve) => {
    let text = '';
    createConnection(path, function (this: import('node:net').Socket) {
      this.write(what);
    })
      .on('data', (chunk: Buffer) => (text += chunk.toString()))
      .on('error', () => resolve(undefined))
      .on('end', () => resolve(JSON.parse(text) as Reading));
  });
}
