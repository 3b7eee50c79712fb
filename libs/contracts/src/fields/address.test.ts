import { describe, expect, it } from 'vitest';
import { addressForm, requireAddressForm } from './address.js';
import { UNSEEN, VISIBLE_NAME } from './text.js';

const BIDI = ['\u061c', '\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069'];
const HIDDEN = ['\u00ad', '\u200b', '\u2060', '\ufeff', '\u115f', '\u3164', '\u{e0061}', '\u0000', '\u2028'];

describe('an address', () => {
  it('has one form, however it is spelt (scenario 91)', () => {
    const spellings = {
      'ada@xn--bcher-kva.test': [
        'ada@bücher.test',
        'Ada@Bu\u0308cher.TEST',
        'ada@XN--BCHER-KVA.test',
        '"ada"@bücher.test',
        'ada@ｂücher。test',
      ],
      'jörg@example.org': ['JÖRG@example.org', 'jo\u0308rg@Example.org', '"Jörg"@example.org'],
      "o'brien+x@example.org": ["O'Brien+X@example.org"],
    };
    for (const [form, all] of Object.entries(spellings))
      for (const spelling of [form, ...all])
        expect([spelling, addressForm(spelling)]).toEqual([spelling, form]);
  });

  it('with a character that nobody sees is none, wherever it stands (scenario 91)', () => {
    for (const hidden of [...BIDI, ...HIDDEN, '\u200c', '\u200d', '\ufe0f', '\ud800'])
      for (const address of [`bo${hidden}b@supp.test`, `bob@su${hidden}pp.test`, `"bo${hidden}b"@supp.test`])
        expect([JSON.stringify(address), addressForm(address)]).toEqual([JSON.stringify(address), undefined]);
  });

  it('is none where the domain would be read as something else, or quotes are needed', () => {
    const bad = ['a@b', 'a@1', 'a@example.org.', 'a@ex%61mple.org', 'a@example.org/x', 'a@example.org:80'];
    for (const text of [
      ...bad,
      '"a b"@example.org',
      '"a\\b"@example.org',
      '"a@b"@example.org',
      '@example.org',
      'ada',
      '',
    ])
      expect([text, addressForm(text)]).toEqual([text, undefined]);
    expect(() => requireAddressForm('ada')).toThrow('not an e-mail address');
    expect(addressForm(`${'a'.repeat(64)}@${'b.'.repeat(100)}test`)).toBeUndefined();
  });
});

describe('a name', () => {
  it('shows something on one line', () => {
    const shown = [
      'Ada',
      '李小龙',
      'محمد',
      'नेहा\u200dश',
      'می\u200cخواهم',
      '👩\u200d👧',
      '❤\ufe0f',
      'O’Brien',
      ' x ',
      'e\u0301',
    ];
    for (const name of shown) expect([name, VISIBLE_NAME.test(name)]).toEqual([name, true]);
    const empty = [
      '',
      ' ',
      '\u200b',
      '\u200d',
      '\u200c\u200d',
      '\u3164',
      '\u2800',
      '\u00a0',
      '\ufe0f',
      'a\nb',
      'a\u2028b',
    ];
    for (const name of empty)
      expect([JSON.stringify(name), VISIBLE_NAME.test(name)]).toEqual([JSON.stringify(name), false]);
  });

  it('turns no direction and hides nothing', () => {
    for (const hidden of [...BIDI, ...HIDDEN]) {
      expect([JSON.stringify(hidden), VISIBLE_NAME.test(`Ada${hidden}Lovelace`)]).toEqual([
        JSON.stringify(hidden),
        false,
      ]);
      expect(UNSEEN.test(hidden)).toBe(true);
    }
  });

  it('is judged in time that grows with its length alone', () => {
    const started = performance.now();
    expect(VISIBLE_NAME.test(`${'\u200d'.repeat(500_000)}\u202e`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
