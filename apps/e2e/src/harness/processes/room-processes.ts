import { AddedProcess, environmentOf } from './added-process.js';
import { MODE } from './product.js';
import { SharedAddress } from './shared-address.js';
import type { SharedProduct } from './shared-product.js';

/** An instance whose rooms are served by two processes in turn, by a gateway of its own. */
export class RoomProcesses {
  private readonly stops: (() => Promise<void>)[] = [];

  private constructor(public baseUrl: string) {}

  /** Standalone has one process for everything: there it is the instance as it is. */
  static async start({ credentials, dataDir }: SharedProduct): Promise<RoomProcesses> {
    const processes = new RoomProcesses(credentials.baseUrl);
    if (MODE === 'standalone') return processes;
    try {
      await processes.add(dataDir);
    } catch (error) {
      await processes.stop();
      throw error;
    }
    return processes;
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0).reverse()) await stop();
  }

  private async add(dataDir: string): Promise<void> {
    const { CAPTURE_UPSTREAM_SESSIONS: first = '' } = await environmentOf(dataDir, 'gateway');
    const second = await AddedProcess.start(dataDir, 'sessions');
    this.stops.push(() => second.stop());
    const address = await SharedAddress.listen(Number(new URL(first).port), second.port);
    this.stops.push(() => address.close());
    const gateway = await AddedProcess.start(dataDir, 'gateway', { CAPTURE_UPSTREAM_SESSIONS: address.url });
    this.stops.push(() => gateway.stop());
    this.baseUrl = `http://localhost:${gateway.port}`;
  }
}
