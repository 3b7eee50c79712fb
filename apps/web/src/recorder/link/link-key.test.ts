import { describe, expect, it } from 'vitest';
import { fullLink, extractLinkKey, type AddressBar } from './link-key.js';

function browserAt(href: string, stored = new Map<string, string>()) {
  const url = new URL(href);
  const shown: string[] = [];
  const bar: AddressBar = {
    location: { href: url.href, pathname: url.pathname },
    history: { state: null, replaceState: (_state, _title, to) => void shown.push(String(to)) },
    storage: () => ({
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, value) => void stored.set(name, value),
    }),
  };
  return { bar, shown, stored };
}

describe('the link key', () => {
  it('leaves the address bar and nothing else does', () => {
    const { bar, shown } = browserAt('https://c.test/r/cnt_1?utm=mail&k=s3cret#top');
    expect(extractLinkKey(bar)).toBe('s3cret');
    expect(shown).toEqual(['/r/cnt_1?utm=mail#top']);
  });

  it('survives a reload of the same page', () => {
    const { bar, stored } = browserAt('https://c.test/r/cnt_1?k=s3cret');
    extractLinkKey(bar);
    expect(extractLinkKey(browserAt('https://c.test/r/cnt_1', stored).bar)).toBe('s3cret');
  });

  it('is not lent to another link', () => {
    const { bar, stored } = browserAt('https://c.test/r/cnt_1?k=s3cret');
    extractLinkKey(bar);
    expect(extractLinkKey(browserAt('https://c.test/r/cnt_2', stored).bar)).toBeNull();
  });

  it('gives way to a newer key for the same page', () => {
    const { bar, stored } = browserAt('https://c.test/r/cnt_1?k=old');
    extractLinkKey(bar);
    expect(extractLinkKey(browserAt('https://c.test/r/cnt_1?k=new', stored).bar)).toBe('new');
    expect(extractLinkKey(browserAt('https://c.test/r/cnt_1', stored).bar)).toBe('new');
  });

  it('still opens the page where site data is blocked', () => {
    const { bar, shown } = browserAt('https://c.test/r/cnt_1?k=s3cret');
    const blocked: AddressBar = {
      ...bar,
      storage: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    expect(extractLinkKey(blocked)).toBe('s3cret');
    expect(shown).toEqual(['/r/cnt_1']);
  });

  it('goes back into the link that a person carries to another browser', () => {
    expect(fullLink({ href: 'https://c.test/r/cnt_1' }, 's3cret')).toBe('https://c.test/r/cnt_1?k=s3cret');
  });
});
