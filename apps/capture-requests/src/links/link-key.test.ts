import { describe, expect, it } from 'vitest';
import { isLinkKey, linkKey, linkUrl } from './link-key.js';
import type { LinkTarget } from './link.model.js';

const SECRET = 'a secret of the tests';
const target: LinkTarget = { kind: 'contact', id: 'cnt_1', version: 1 };

describe('link keys', () => {
  it('open their own target and no other: kind, id, version and secret all count', () => {
    const key = linkKey(SECRET, target);
    expect(isLinkKey(SECRET, target, key)).toBe(true);
    const others: LinkTarget[] = [
      { ...target, kind: 'campaign' },
      { ...target, id: 'cnt_2' },
      { ...target, version: 2 },
    ];
    for (const other of others) expect(isLinkKey(SECRET, other, key)).toBe(false);
    expect(isLinkKey('another secret', target, key)).toBe(false);
  });

  it('are 256 bits in base64url, the same in every version, so that links already sent keep working', () => {
    expect(linkKey(SECRET, target)).toBe('sSl8oxH5vTsE-EfV6AVS7znXz0K2WKtit2FP1biUyNM');
    expect(linkKey(SECRET, target)).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('are refused with any character changed, cut or added', () => {
    const key = linkKey(SECRET, target);
    for (let at = 0; at < key.length; at += 1) {
      const forged = key.slice(0, at) + (key[at] === 'A' ? 'B' : 'A') + key.slice(at + 1);
      expect(isLinkKey(SECRET, target, forged)).toBe(false);
    }
    for (const given of ['', key.slice(1), `${key}A`, 'é'.repeat(43)])
      expect(isLinkKey(SECRET, target, given)).toBe(false);
  });

  it('are on the public address, whether or not that ends in a slash', () => {
    const url = `https://a.example/r/cnt_1?k=${linkKey(SECRET, target)}`;
    expect(linkUrl('https://a.example', SECRET, target)).toBe(url);
    expect(linkUrl('https://a.example/', SECRET, target)).toBe(url);
  });
});
