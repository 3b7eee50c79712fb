import { until } from '@capture/testing';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import type { Credentials } from '../processes/product.js';

/**
 * Several pages that record at once are slow where the machine is, a device that could not record tries again, and tracks of
 * several takes are sent one after the other.
 */
const TIMEOUT_MS = 120_000;

/** More than a page has that takes the keyboard. */
const MOST_TABS = 100;

/** Somebody's browser. Its camera is small, as several on one machine would starve each other of it. */
export async function newDevice(browser: Browser, options: Parameters<Browser['newContext']>[0] = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(TIMEOUT_MS);
  await takesSmallPictures(context);
  return context;
}

export async function takesSmallPictures(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // Pages that counted the pictures that a busy machine records would send none to the others.
    Reflect.deleteProperty(MediaStreamTrack.prototype, 'stats');
    const { mediaDevices } = navigator;
    const open = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = (constraints) => {
      const video = constraints?.video;
      const small = { width: 640, height: 360, frameRate: 15 };
      return open({ ...constraints, ...(typeof video === 'object' && { video: { ...video, ...small } }) });
    };
  });
}

/** Somebody in front of a room's pages. */
export class RoomPage {
  private constructor(
    readonly page: Page,
    readonly name: string,
  ) {}

  /** Opens an invitation and waits in the green room. */
  static async guest(context: BrowserContext, joinUrl: string, name: string): Promise<RoomPage> {
    const person = new RoomPage(await context.newPage(), name);
    await person.page.goto(joinUrl);
    return person;
  }

  /** Opens a host link, signs in where that is asked, and waits in the green room. */
  static async host(context: BrowserContext, hostUrl: string, credentials: Credentials): Promise<RoomPage> {
    const { page } = new RoomPage(await context.newPage(), 'Hedy');
    await page.goto(hostUrl);
    await page.getByLabel('E-mail address').fill(credentials.consoleEmail, { timeout: TIMEOUT_MS });
    await page.getByLabel('Password').fill(credentials.consolePassword);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    return new RoomPage(page, 'Hedy');
  }

  async enter(): Promise<void> {
    await this.tryToEnter();
    await this.inside();
  }

  /** The same without a mouse. */
  async entersByKeyboard(): Promise<void> {
    await this.reaches(this.page.getByLabel('Your name'));
    await this.page.keyboard.type(this.name);
    await this.presses('Enter as host');
    await this.inside();
  }

  /** As a person without a mouse does: with Tab to the control of that name, and Enter. */
  async presses(name: string): Promise<void> {
    await this.reaches(this.button(name));
    await this.page.keyboard.press('Enter');
  }

  /** Counts keys and not seconds: a machine that shows three rooms at once may take some for each. */
  private async reaches(control: Locator): Promise<void> {
    await this.shows(`${this.name} to see ${control}`, () => control.isVisible());
    for (let keys = 0; keys < MOST_TABS; keys += 1) {
      await this.page.keyboard.press('Tab');
      if (await control.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`${this.name} pressed Tab ${MOST_TABS} times and did not reach ${control}`);
  }

  /** Resolves once the green room shows the person's own moving picture. */
  async seesThemselves(): Promise<void> {
    await this.page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 0, null, {
      timeout: TIMEOUT_MS,
    });
  }

  /** Gives a name and asks to be let in. */
  async tryToEnter(): Promise<void> {
    await this.page.getByLabel('Your name').fill(this.name, { timeout: TIMEOUT_MS });
    await this.page
      .getByRole('button', { name: /^Enter (the room|as host)$/ })
      .click({ timeout: TIMEOUT_MS });
  }

  async inside(): Promise<void> {
    await this.page.getByRole('button', { name: 'Leave' }).waitFor({ timeout: TIMEOUT_MS });
  }

  /** Kills the process behind the page, so that nothing in it can clean up. */
  async crash(): Promise<void> {
    const crashed = this.page.waitForEvent('crash');
    const session = await this.page.context().newCDPSession(this.page);
    // Never answered: the process is gone.
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    await this.page.close();
  }

  /** Waits until the host's list of what the service has shows a whole track for each name, and none that is not whole. */
  async seesStored(names: readonly string[]): Promise<void> {
    const list = this.page.getByRole('list', { name: 'Everybody’s recordings' });
    await until(
      'every track to be stored',
      async () => {
        const lines = await list.getByRole('listitem').allTextContents();
        const left = [...names];
        for (const line of lines) {
          const [owner = ''] = line.split(' · ');
          if (left.includes(owner)) left.splice(left.indexOf(owner), 1);
        }
        if (left.length > 0 || !lines.every((line) => line.endsWith('all stored')))
          throw new Error(lines.join('; '));
        return true;
      },
      TIMEOUT_MS,
    );
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true });
  }

  async heading(name: string): Promise<void> {
    await this.page.getByRole('heading', { name, exact: true }).waitFor({ timeout: TIMEOUT_MS });
  }

  /** Resolves when the page shows moving video of that person. */
  async sees(name: string): Promise<void> {
    await this.page.waitForFunction(
      (label) => {
        const video = document.querySelector<HTMLVideoElement>(`.tile video[aria-label="${label}"]`);
        const shown = video?.getVideoPlaybackQuality().totalVideoFrames ?? 0;
        return shown > 10 && (video?.videoWidth ?? 0) > 0;
      },
      name,
      { timeout: TIMEOUT_MS },
    );
  }

  /** Waits until the tile of a participant shows these words, or no longer shows them. */
  async seesOf(name: string, words: string, isSaid = true): Promise<void> {
    const tile = this.page.locator('.tile').filter({ has: this.page.getByText(name, { exact: true }) });
    const state = isSaid ? 'visible' : 'hidden';
    await tile.getByText(words, { exact: true }).waitFor({ state, timeout: TIMEOUT_MS });
  }

  /** Resolves once this device has something of the take, and it is so many seconds old. */
  async records(take: number, seconds: number): Promise<void> {
    const age = new RegExp(`Take ${take} · (0:(0[${seconds}-9]|[1-5])|[1-9]\\d*:)`);
    await this.shows(
      `${this.name} to record take ${take}`,
      async (text) =>
        // A tile says the most urgent of several things, the title what this device does.
        (await this.page.title()).startsWith('● ') && age.test(text),
    );
  }

  /** Resolves once a crash would leave something to play: the device's journal of a take names a whole fragment. */
  async keepsSomething(): Promise<void> {
    await until('a whole fragment on the device', () =>
      this.page.evaluate(async () => {
        const root = await navigator.storage.getDirectory();
        const takes = await root.getDirectoryHandle('capture-v1');
        for await (const id of takes.keys()) {
          const folder = await takes.getDirectoryHandle(id);
          const journal = await (await folder.getFileHandle('journal.log')).getFile();
          const bytes = await journal.arrayBuffer();
          // Records of 36 bytes. Behind the 16th of the last one is how much can be played.
          const last = Math.floor(bytes.byteLength / 36) - 1;
          if (last >= 0 && new DataView(bytes).getFloat64(36 * last + 16) > 0) return true;
        }
        return false;
      }),
    );
  }

  /** Gets the lock of a track after the page that has it. Resolves, once it stands in line, with what frees it. */
  async takesOverLock(): Promise<() => Promise<void>> {
    await this.page.evaluate(async () => {
      const { locks } = navigator;
      const name = (await locks.query()).held?.find((lock) => lock.name?.startsWith('capture:'))?.name ?? '';
      const held = new Promise<() => void>((resolve) => {
        void locks.request(name, () => new Promise<void>(resolve));
      });
      Object.assign(window, { held });
      while (!(await locks.query()).pending?.some((lock) => lock.name === name));
    });
    return () =>
      this.page.evaluate(async () => (await (window as unknown as { held: Promise<() => void> }).held)());
  }

  async says(text: string): Promise<void> {
    await this.page.getByLabel('Message to everybody').fill(text);
    await this.button('Send').click();
  }

  /** Resolves once the chat has exactly this line. */
  async reads(line: string): Promise<void> {
    const lines = this.page.getByRole('log').getByRole('listitem');
    await lines.filter({ hasText: line }).waitFor({ timeout: TIMEOUT_MS });
  }

  /** Resolves once the page tells the person something that begins so. */
  async notes(beginning: string): Promise<void> {
    await this.page.getByText(beginning).waitFor({ timeout: TIMEOUT_MS });
  }

  /** As a person who closes the browser's question does. */
  async refusesScreens(): Promise<void> {
    await this.page.evaluate(() => {
      const { mediaDevices } = navigator;
      const refusal = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
      Object.defineProperty(mediaDevices, 'getDisplayMedia', { configurable: true, value: refusal });
    });
  }

  async allowsScreens(): Promise<void> {
    await this.page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getDisplayMedia'));
  }

  /** Ids of the cameras that can be chosen, once there are so many; the choice has to be open. */
  async cameras(count: number): Promise<string[]> {
    const options = this.page.getByLabel('Camera', { exact: true }).locator('option');
    await options.nth(count - 1).waitFor({ state: 'attached', timeout: TIMEOUT_MS });
    return options.evaluateAll((found) => found.map((option) => (option as HTMLOptionElement).value));
  }

  /** Id of the camera that is in use. */
  camera(): Promise<string> {
    return this.page.getByLabel('Camera', { exact: true }).inputValue();
  }

  async takesCamera(id: string): Promise<void> {
    await this.page.getByLabel('Camera', { exact: true }).selectOption(id);
  }

  /** Another program uses this camera from now on. */
  async isBusy(cameraId: string): Promise<void> {
    await this.page.evaluate((id) => {
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = (constraints) =>
        JSON.stringify(constraints?.video).includes(id)
          ? Promise.reject(new DOMException('in use', 'NotReadableError'))
          : open(constraints);
    }, cameraId);
  }

  /** Resolves once the take is so many seconds older than it was. */
  async goesOnFor(seconds: number): Promise<void> {
    const timer = this.page.getByRole('timer');
    const age = async (): Promise<number> => {
      const [, minutes = 0, rest = 0] = /(\d+):(\d+)$/.exec((await timer.textContent()) ?? '') ?? [];
      return Number(minutes) * 60 + Number(rest);
    };
    const end = (await age()) + seconds;
    await until(`the take to be ${end} s old`, async () => (await age()) >= end, seconds * 1000 + TIMEOUT_MS);
  }

  /** Resolves once everything that was recorded here is stored. */
  async isSafe(): Promise<void> {
    const safe = 'Everything is safe. You can close this tab.';
    await this.shows(`${this.name}’s recordings to be safe`, (text) => text.includes(safe));
  }

  /** Waits for what the page says. A failure tells what it said instead. */
  private async shows(what: string, isSaid: (text: string) => boolean | Promise<boolean>): Promise<void> {
    await until(
      what,
      async () => {
        const text = await this.page.locator('main').innerText();
        if (!(await isSaid(text))) throw new Error(`${await this.page.title()}: ${text}`);
        return true;
      },
      TIMEOUT_MS,
      250,
    );
  }
}
