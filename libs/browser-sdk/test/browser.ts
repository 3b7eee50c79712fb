/** Real Chromium with fake devices, and pages in which the packaged SDK is loaded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { BrowserContext, Page } from 'playwright-core';
import { bundleSdk, bundleWorker } from '../bundle.mjs';
import type { CaptureClient, CaptureClientOptions, StateEvent } from '../src/index.js';
import { KEY, RespondFake } from './respond-fake.js';

declare global {
  interface Window {
    Capture: typeof import('../src/index.js');
    /** The client under test and what it told so far. */
    client: CaptureClient;
    states: StateEvent[];
    fractions: number[];
    /** What preview() gave. */
    shown: Promise<MediaStream>;
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-fake-device-for-media-stream=fps=30',
];

/** Serves the SDK of this source tree on a loopback origin, which browsers take for secure. */
export async function startFake(): Promise<RespondFake> {
  const worker = await bundleWorker({ write: false });
  const sdk = await bundleSdk({ file: 'capture.iife.js', format: 'iife', worker, write: false });
  const body = '<!doctype html><meta charset="utf-8"><title>SDK</title><script src="/sdk.js"></script>';
  return RespondFake.start({
    '/': { type: 'text/html', body },
    '/strict': {
      type: 'text/html',
      body,
      csp: "default-src 'none'; script-src 'self'; worker-src 'self'; connect-src 'self' blob:; media-src blob:",
    },
    '/sdk.js': { type: 'text/javascript', body: sdk },
    '/storage.worker.js': { type: 'text/javascript', body: worker },
  });
}

/** A browser with a profile of its own, which outlives a kill. */
export class TestBrowser {
  private constructor(
    readonly context: BrowserContext,
    readonly profile: string,
  ) {}

  static async launch(profile?: string): Promise<TestBrowser> {
    const dir = profile ?? (await mkdtemp(join(tmpdir(), 'capture-sdk-')));
    const executablePath = process.env.CAPTURE_CHROMIUM ?? '/usr/bin/chromium';
    const permissions = ['camera', 'microphone'];
    return new TestBrowser(
      await chromium.launchPersistentContext(dir, { executablePath, args: FLAGS, permissions }),
      dir,
    );
  }

  /** Ends the browser's own process with SIGKILL: nothing in it gets to clean up. */
  async kill(): Promise<void> {
    const closed = new Promise((resolve) => this.context.once('close', resolve));
    const browser = this.context.browser();
    if (!browser) throw new Error('no browser behind this context');
    const session = await browser.newBrowserCDPSession();
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const pid = processInfo.find(({ type }) => type === 'browser')?.id;
    if (!pid) throw new Error('the browser did not tell its process id');
    process.kill(pid, 'SIGKILL');
    await closed;
  }

  async close(): Promise<void> {
    await this.context.close();
    await rm(this.profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

export const CONTACT = { mode: 'contact', contactId: 'cnt_1', key: KEY } as const;
export const OPEN = { mode: 'open', campaignId: 'cmp_1', key: KEY } as const;

/** Opens a page with a client in it. Retries are quick; nothing else differs from a page of the product. */
export async function openPage(
  { context }: TestBrowser,
  fake: RespondFake,
  options: Partial<CaptureClientOptions> = {},
): Promise<Page> {
  const page = await context.newPage();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(fake.url);
  await newClient(page, fake, options);
  return page;
}

export async function newClient(
  page: Page,
  fake: RespondFake,
  options: Partial<CaptureClientOptions> = {},
): Promise<void> {
  const upload = { backoffMs: 20, ...options.upload };
  await page.evaluate(
    (all) => {
      window.states = [];
      window.fractions = [];
      window.client = new window.Capture.CaptureClient(all);
      window.client.on('state', (event) => window.states.push(event));
      window.client.on('progress', ({ fraction }) => window.fractions.push(fraction));
    },
    { baseUrl: fake.url, access: CONTACT, ...options, upload } as CaptureClientOptions,
  );
}

/** Keeps the page's finished take outside the SDK's folder, to be planted again and again. */
export async function keepTake(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const id = window.client.take?.id ?? '';
    const from = await (await root.getDirectoryHandle('capture-v1')).getDirectoryHandle(id);
    const to = await root.getDirectoryHandle('kept', { create: true });
    for await (const [name, file] of from.entries()) {
      const copy = await (await to.getFileHandle(name, { create: true })).createWritable();
      await (await (file as FileSystemFileHandle).getFile()).stream().pipeTo(copy);
    }
  });
}

/** Puts the kept take back as a stranded one, under a new id, and recovers it. */
export async function plantTake(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const id = crypto.randomUUID();
    const from = await root.getDirectoryHandle('kept');
    const takes = await root.getDirectoryHandle('capture-v1', { create: true });
    const to = await takes.getDirectoryHandle(id, { create: true });
    for await (const [name, handle] of from.entries()) {
      const file = await (handle as FileSystemFileHandle).getFile();
      const copy = await (await to.getFileHandle(name, { create: true })).createWritable();
      const isRecord = name.startsWith('manifest');
      await copy.write(isRecord ? JSON.stringify({ ...JSON.parse(await file.text()), id }) : file);
      await copy.close();
    }
    await window.client.recover(id);
  });
}

/** Closes a page and forgets what it stored, so that the next test begins with an empty origin. */
export async function closePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    window.client.destroy();
    const root = await navigator.storage.getDirectory();
    const isGone = () =>
      root.removeEntry('capture-v1', { recursive: true }).then(
        () => true,
        (error: Error) => error.name === 'NotFoundError',
      );
    // The worker lets go of its files in its own time.
    while (!(await isGone())) await new Promise(requestAnimationFrame);
  });
  await page.close();
}

/** Previews and records until at least `fragments` seconds of media are on disk. */
export async function record(page: Page, fragments = 1): Promise<void> {
  await page.evaluate(async (wanted) => {
    const { client } = window;
    window.shown = client.preview();
    await window.shown;
    const enough = new Promise<void>((resolve) => {
      // The first durable write is the file's header; fragments follow it.
      let writes = 0;
      client.on('health', (event) => event.type === 'durable' && ++writes > wanted && resolve());
    });
    await client.start();
    await enough;
  }, fragments);
}

/** The error's code and field, or the result, of what a page was asked to do. */
export function submit(page: Page, options: { releaseAccepted?: boolean; displayName?: string } = {}) {
  return page.evaluate(async (given) => {
    try {
      const { submissionId } = await window.client.submit({ releaseAccepted: true, ...given });
      return { submissionId };
    } catch (error) {
      const { code, field, serviceCode } = error as InstanceType<typeof window.Capture.CaptureError>;
      return { code, field, serviceCode };
    }
  }, options);
}

/** Runs something in the page that is expected to fail, and gives the error's code. */
export function codeOf(page: Page, action: (client: CaptureClient) => Promise<unknown>): Promise<string> {
  return page.evaluate(`(${action.toString()})(window.client).then(() => 'no error', (error) => error.code)`);
}

/** The take as the page's own storage has it. */
export async function previewBytes(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => window.client.take?.previewUrl ?? '');
  const base64 = await page.evaluate(async (from) => {
    const bytes = new Uint8Array(await (await fetch(from)).arrayBuffer());
    let text = '';
    for (let at = 0; at < bytes.length; at += 8192)
      text += String.fromCharCode(...bytes.subarray(at, at + 8192));
    return btoa(text);
  }, url);
  return Buffer.from(base64, 'base64');
}
