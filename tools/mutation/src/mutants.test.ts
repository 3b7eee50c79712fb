import { describe, expect, it } from 'vitest';
import { mutantsOf } from './mutants.mjs';

function removed(text: string): string[] {
  return mutantsOf('example.ts', text).map(({ what }) => what);
}

describe('mutants of a source', () => {
  it('leave out a guard, and keep what comes after it', () => {
    const text = 'function f(a) { if (a < 0) throw new Error("a"); return a; }';
    const [mutant] = mutantsOf('example.ts', text);
    expect(mutant?.apply()).toBe('function f(a) { ; return a; }');
  });

  it('leave out a call that is made for its effect, but not one whose value is used', () => {
    expect(removed('await file.sync(); const size = await file.size();')).toEqual(['await file.sync();']);
  });

  it('leave out the second half of a condition', () => {
    expect(removed('const live = open && !ended;')).toEqual(['&& !ended']);
  });

  it('leave out conditions and locks of a statement', () => {
    const text =
      "query(`SELECT 1 FROM take WHERE id = $1 AND state = 'open' AND part = $2 FOR UPDATE`).then(f)";
    expect(removed(`const row = ${text};`)).toEqual(["AND state = 'open'", 'AND part = $2', 'FOR UPDATE']);
  });

  it('spare what only writes a log', () => {
    expect(removed('this.logger.warn("slow");')).toEqual([]);
  });
});
