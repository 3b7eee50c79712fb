import { describe, expect, it } from 'vitest';
import { csvOf } from './csv.model.js';

const cell = (text: string) => csvOf([], [[text]]).slice(2, -2);

describe('a table as CSV', () => {
  it('has a header, a line for each row, and quotes where a cell needs them', () => {
    const csv = csvOf(
      ['who', 'what'],
      [
        ['ada@example.com', 'said "no", twice'],
        ['bob@example.com', 'line\nbreak'],
      ],
    );
    expect(csv).toBe('who,what\r\nada@example.com,"said ""no"", twice"\r\nbob@example.com,"line\nbreak"\r\n');
  });

  it.each(['=1+1', '+a@example.com', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1', '＋1', '－1', '＠x'])(
    'has no cell that a spreadsheet works out: %j',
    (text) => {
      expect(cell(text)).toBe(`"'${text}"`);
    },
  );

  it('keeps what only looks like a formula further on', () => {
    expect(['a=1', 'a+b@example.com', '{"a":-1}'].map(cell)).toEqual([
      'a=1',
      'a+b@example.com',
      '"{""a"":-1}"',
    ]);
  });
});
