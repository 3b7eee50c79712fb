import { describe, expect, it } from 'vitest';
import { chooseLanguage } from './languages.js';

describe('the language of a visit', () => {
  const nothing = { asked: null, stored: null, preferred: [] };

  it('is the one of the address, before the stored one, before those that the browser prefers', () => {
    const wishes = { asked: 'ar', stored: 'en', preferred: ['en-GB'] };
    expect(chooseLanguage(wishes)).toBe('ar');
    expect(chooseLanguage({ ...wishes, asked: null })).toBe('en');
    expect(chooseLanguage({ ...nothing, preferred: ['ar-EG', 'en'] })).toBe('ar');
  });

  it('is the first wish that the pages have, whatever region or script it names', () => {
    expect(chooseLanguage({ ...nothing, preferred: ['fr-CA', 'AR-Arab-MA', 'en'] })).toBe('ar');
    expect(chooseLanguage({ ...nothing, asked: 'constructor', stored: 'ar' })).toBe('ar');
  });

  it('is English where nothing else is wished for', () => {
    expect(chooseLanguage({ asked: 'tlh', stored: '', preferred: ['fr'] })).toBe('en');
    expect(chooseLanguage(nothing)).toBe('en');
  });
});
