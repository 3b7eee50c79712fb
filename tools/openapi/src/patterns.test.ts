import {
  eventDefinitions,
  ONE_LINE,
  publicDataSchema,
  RECORDED_TYPE,
  RUNNING_TEXT,
} from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { patternFaults } from './patterns.js';

const faults = (pattern: string): string[] => patternFaults('a', { list: [{ schema: { pattern } }] });

describe('patterns of documents', () => {
  it.each(['^\\p{L}$', '^[^\\P{Cc}]*$', '(?i:a)', '['])(
    'names %s, which not every validator knows',
    (pattern) => {
      expect(faults(pattern)).toEqual([`a: the pattern ${pattern} needs a flag`]);
    },
  );

  it('takes those of our texts and events', () => {
    for (const { source } of [ONE_LINE, RUNNING_TEXT, RECORDED_TYPE]) expect(faults(source)).toEqual([]);
    const schemas = eventDefinitions().map((definition) => publicDataSchema(definition));
    expect(patternFaults('events', schemas)).toEqual([]);
  });

  it('mean the same with and without the flag "u"', () => {
    for (const flags of ['', 'u']) {
      const [line, text] = [ONE_LINE, RUNNING_TEXT].map(({ source }) => new RegExp(source, flags));
      for (const each of ['', 'Zoë 日本 👩‍👩‍👧‍👦', '\ufeff', '\u202e']) {
        expect([flags, each, line?.test(each), text?.test(each)]).toEqual([flags, each, true, true]);
      }
      for (const each of ['\ud800', 'a\udfff', '\udc00\ud800', '\u0000', '\u0085', '\u007f'])
        expect([flags, each, line?.test(each), text?.test(each)]).toEqual([flags, each, false, false]);
      for (const each of ['\n', '\t', '\r'])
        expect([line?.test(each), text?.test(each)]).toEqual([false, true]);
    }
  });
});
