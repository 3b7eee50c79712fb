import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadCatalogue } from './catalogues.js';
import type { Catalogue } from './language/catalogue.js';
import { LANGUAGES, type Language } from './language/languages.js';
import type { Route } from './route.js';

type Entry = Route['entry'];

/** All that a page may load. */
const PAGES: Record<Entry, () => Promise<unknown>> = {
  landing: () => import('./landing/landing.js'),
  unknown: () => import('./landing/landing.js'),
  recorder: () => import('./recorder/recorder.entry.js'),
  room: () => import('./room/room.entry.js'),
  account: () => import('./account/account.entry.js'),
  console: () =>
    Promise.all([import('./console/console.entry.js'), import('./console/recordings/recording.js')]),
};
const TRANSLATED = (Object.keys(LANGUAGES) as Language[]).filter((language) => language !== 'en');
const CASES = TRANSLATED.flatMap((language) =>
  (Object.keys(PAGES) as Entry[]).map((entry) => [language, entry] as const),
);

/** Texts that `entry` asks for as it loads: of each its name, English, and what the catalogue has for it. */
async function readTexts(language: Language, entry: Entry) {
  const catalogue = await loadCatalogue(language, entry);
  const texts: { name: string; english: unknown; translated: unknown }[] = [];
  vi.doMock('./language/catalogue.js', async (original) => ({
    ...(await original<object>()),
    localized: (module: string, name: string, english: unknown) => {
      texts.push({ name: `${module} ${name}`, english, translated: catalogue[module]?.[name] });
      return english;
    },
  }));
  await PAGES[entry]();
  const { brokenPageCopy, unloadedPageCopy } = await import('./ui/copy/broken-page.copy.js');
  brokenPageCopy();
  unloadedPageCopy();
  return { catalogue, texts };
}

const read = new Map<string, ReturnType<typeof readTexts>>();
function textsOf(language: Language, entry: Entry): ReturnType<typeof readTexts> {
  const texts = read.get(`${language} ${entry}`) ?? readTexts(language, entry);
  read.set(`${language} ${entry}`, texts);
  return texts;
}

/** The names of everything in texts, and how many values each takes. */
function outline(texts: unknown): unknown {
  if (typeof texts === 'string') return 'text';
  if (typeof texts === 'function') return 'text with values';
  if (Array.isArray(texts)) return 'paragraphs';
  return Object.fromEntries(
    Object.entries(texts as object)
      .map(([name, text]) => [name, outline(text)] as const)
      .sort(([one], [other]) => one.localeCompare(other)),
  );
}

describe('catalogues', () => {
  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal('location', new URL('https://capture.test/'));
  });
  afterEach(() => {
    vi.doUnmock('./language/catalogue.js');
    vi.unstubAllGlobals();
  });

  it.each(CASES)(
    '%s has every text that %s asks for, and none that nobody asks for',
    async (language, entry) => {
      const { texts, catalogue } = await textsOf(language, entry);
      expect(texts.length).toBeGreaterThan(1);
      for (const { name, english, translated } of texts)
        expect({ name, texts: outline(translated ?? {}) }).toEqual({ name, texts: outline(english) });
      const asked = new Set(texts.map(({ name }) => name));
      expect(namesIn(catalogue).filter((name) => !asked.has(name))).toEqual([]);
    },
  );

  it.each(CASES)('%s shows the same values as English on %s', async (language, entry) => {
    const { texts } = await textsOf(language, entry);
    for (const { name, english, translated } of texts)
      for (const [path, one, other] of templatesIn(name, english, translated)) {
        const both = shownBy(one, other);
        expect(both.length, path).toBeGreaterThan(0);
        expect(
          both.map((each) => each.translated),
          path,
        ).toEqual(both.map((each) => each.english));
      }
  });
});

function namesIn(catalogue: Catalogue): string[] {
  return Object.entries(catalogue).flatMap(([module, texts]) =>
    Object.keys(texts).map((name) => `${module} ${name}`),
  );
}

type Template = (...values: unknown[]) => string;

/** Every text with values, in English and in the other language. */
function templatesIn(path: string, english: unknown, translated: unknown): [string, Template, Template][] {
  if (typeof english === 'function') return [[path, english as Template, translated as Template]];
  if (typeof english !== 'object' || english === null) return [];
  return Object.entries(english).flatMap(([name, text]) =>
    templatesIn(`${path}.${name}`, text, (translated as Record<string, unknown>)[name]),
  );
}

/** Numbers that no text has, each different from every other; they do for words as well. */
const KINDS = [(index: number) => 613 + index, (index: number) => [613 + index]];

/** Which of the values each of two texts shows, for every kind of values that both can show. */
function shownBy(english: Template, translated: Template): { english: string[]; translated: string[] }[] {
  const lists = Array.from({ length: english.length }).reduce<unknown[][]>(
    (all, _, index) => all.flatMap((list) => KINDS.map((kind) => [...list, kind(index)])),
    [[]],
  );
  return lists.flatMap((values) => {
    const texts = [english, translated].map((template) => said(template, values));
    const [one, other] = texts.map((text) => text?.match(/61\d/g)?.toSorted() ?? []);
    return texts.includes(undefined) ? [] : [{ english: one ?? [], translated: other ?? [] }];
  });
}

/** Undefined where the text takes values of another kind. */
function said(template: Template, values: unknown[]): string | undefined {
  try {
    const text = template(...values);
    return text.includes('NaN') ? undefined : text;
  } catch {
    return undefined;
  }
}
