import type { Browser, Page } from 'playwright-core';
import { PASSWORD, type SignedInAs } from '../organizations/members.js';
import { tooWide, violationsOf } from './page-checks.js';

/** Somebody in front of the console's pages, in a browser of their own. */
export class ConsolePage {
  private constructor(
    readonly page: Page,
    private readonly baseUrl: string,
  ) {}

  static async open(
    browser: Browser,
    baseUrl: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<ConsolePage> {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    // What pages wait for may be slow where several suites share the machine.
    page.setDefaultTimeout(60_000);
    return new ConsolePage(page, baseUrl);
  }

  /** Opens an address below `/console` as a member who has signed in before, with the cookie of their API. */
  static async returning(
    browser: Browser,
    baseUrl: string,
    { api }: SignedInAs,
    path: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<ConsolePage> {
    const person = await ConsolePage.open(browser, baseUrl, options);
    const [name = '', value = ''] = (api.cookie ?? '').split('=', 2);
    await person.page
      .context()
      .addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Strict' }]);
    await person.goto(path);
    await person.page.getByRole('navigation').waitFor();
    return person;
  }

  /** Opens an address below `/console` and signs the member in there, which takes longer than to return. */
  static async signedIn(
    browser: Browser,
    baseUrl: string,
    { email }: { email: string },
    path: string,
    options: Parameters<Browser['newContext']>[0] = {},
  ): Promise<ConsolePage> {
    const person = await ConsolePage.open(browser, baseUrl, options);
    await person.goto(path);
    await person.signIn(email);
    await person.page.getByRole('navigation').waitFor();
    return person;
  }

  /** Opens an address below `/console`. */
  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/console${path}`);
  }

  async signIn(email: string, password: string = PASSWORD): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  heading(name: string): Promise<void> {
    return this.page.getByRole('heading', { name, exact: true }).waitFor();
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Resolves once the keyboard is at what says `text`. */
  async isAt(text: string): Promise<void> {
    await this.page.waitForFunction((said) => document.activeElement?.textContent === said, text);
  }

  /** The links of the navigation. */
  places(): Promise<string[]> {
    return this.page.getByRole('navigation').getByRole('link').allTextContents();
  }

  tooWide(): Promise<string[]> {
    return tooWide(this.page);
  }

  violations(): Promise<string[]> {
    return violationsOf(this.page);
  }

  /** What is wrong with the page for assistive technology, or too wide for its window. */
  async faults(): Promise<string[]> {
    return [...(await this.violations()), ...(await this.tooWide())];
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
