import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { PASSWORD } from '../organizations/members.js';

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const STANDARDS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

  /** Opens an address below `/console` and signs the member in there. */
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

  /** The links of the navigation. */
  places(): Promise<string[]> {
    return this.page.getByRole('navigation').getByRole('link').allTextContents();
  }

  /** What stands out to a side, where the page needs a sideways scroll at the width of its window. */
  tooWide(): Promise<string[]> {
    return this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      if (scrollWidth <= clientWidth) return [];
      const outside = [...document.querySelectorAll('body *')].filter(
        (element) =>
          element.getBoundingClientRect().right > clientWidth || element.getBoundingClientRect().left < 0,
      );
      return [`${scrollWidth} pixels`, ...outside.map(({ outerHTML }) => outerHTML.slice(0, 120))];
    });
  }

  /** What axe finds against WCAG 2.2 AA on the page as it is. */
  async violations(): Promise<string[]> {
    // Through the debugger: the page's policy refuses injected scripts.
    await this.page.evaluate(axeSource);
    return this.page.evaluate(async (values) => {
      const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
      const { passes, violations } = await axe.run({ runOnly: { type: 'tag', values } });
      if (passes.length === 0) return ['axe found nothing to look at'];
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
    }, STANDARDS);
  }

  /** What is wrong with the page for assistive technology, or too wide for its window. */
  async faults(): Promise<string[]> {
    return [...(await this.violations()), ...(await this.tooWide())];
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }
}
