import { AddedProcess, environmentOf, SharedAddress } from '@capture/testing';
import { MODE } from '../processes/product.js';
import type { SharedProduct } from '../processes/shared-product.js';

/** An instance whose rooms are served by two processes in turn, by a gateway of its own. */
export class RoomProcesses {
  private readonly stops: (() => Promise<void>)[] = [];

  /** For Chromium: they lead the address of the instance to that gateway. */
  readonly flags: string[] = [];
  private address: SharedAddress | undefined;

  private constructor() {}

  /** Standalone has one process for everything: there it is the instance as it is. */
  static async start({ credentials, dataDir }: SharedProduct): Promise<RoomProcesses> {
    const processes = new RoomProcesses();
    if (MODE === 'standalone') return processes;
    try {
      await processes.add(dataDir, new URL(credentials.baseUrl).host);
    } catch (error) {
      await processes.stop();
      throw error;
    }
    return processes;
  }

  /** How many processes rooms were served by. */
  get serving(): number {
    return this.address?.used ?? 1;
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0).reverse()) await stop();
  }

  private async add(dataDir: string, host: string): Promise<void> {
    const { CAPTURE_UPSTREAM_SESSIONS: first = '' } = await environmentOf(dataDir, 'gateway');
    const second = await AddedProcess.start(dataDir, 'sessions');
    this.stops.push(() => second.stop());
    const address = await SharedAddress.listen(Number(new URL(first).port), second.port);
    this.address = address;
    this.stops.push(() => address.close());
    const gateway = await AddedProcess.start(dataDir, 'gateway', { CAPTURE_UPSTREAM_SESSIONS: address.url });
    this.stops.push(() => gateway.stop());
    this.flags.push(`--host-resolver-rules=MAP ${host} 127.0.0.1:${gateway.port}`);
  }
}
