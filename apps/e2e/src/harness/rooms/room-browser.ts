import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from 'playwright-core';
import { launchWithProfile } from '../browser.js';
import { takesSmallPictures } from '../pages/room-page.js';

/** Three browsers that record at once are slow where the machine is. */
const TIMEOUT_MS = 120_000;

/** Somebody's own browser: it can be killed, frozen and cut off, and what it has stored outlives it. */
export class RoomBrowser {
  context!: BrowserContext;

  private constructor(
    private readonly profile: string,
    private readonly flags: readonly string[],
  ) {}

  static async start(flags: readonly string[]): Promise<RoomBrowser> {
    const browser = new RoomBrowser(await mkdtemp(join(tmpdir(), 'capture-room-')), flags);
    await browser.up();
    return browser;
  }

  /** Begins again with what was stored before. */
  async up(): Promise<void> {
    this.context = await launchWithProfile(this.profile, this.flags);
    this.context.setDefaultTimeout(TIMEOUT_MS);
    await takesSmallPictures(this.context);
  }

  /** Kills the browser, so that nothing in it can clean up. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.context.once('close', resolve));
    for (const pid of await this.processes('browser')) process.kill(pid, 'SIGKILL');
    await closed;
  }

  /** Stops what runs the pages, as a machine that sleeps does, and continues it. */
  async freeze(ms: number): Promise<void> {
    const renderers = await this.processes('renderer');
    if (renderers.length === 0) throw new Error('no page to freeze');
    for (const pid of renderers) process.kill(pid, 'SIGSTOP');
    await pause(ms);
    for (const pid of renderers) process.kill(pid, 'SIGCONT');
  }

  /** Cuts the pages off the network, for `ms` at least and until `seen` is done. What they say directly to other pages goes on. */
  async offline(ms: number, seen: () => Promise<void>): Promise<void> {
    await this.context.setOffline(true);
    await Promise.all([pause(ms), seen()]);
    await this.context.setOffline(false);
  }

  async remove(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true });
  }

  private async processes(wanted: string): Promise<number[]> {
    const session = await this.context.browser()?.newBrowserCDPSession();
    const answer = await session?.send('SystemInfo.getProcessInfo');
    return (answer?.processInfo ?? []).filter(({ type }) => type === wanted).map(({ id }) => id);
  }
}
