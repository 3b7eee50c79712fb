import {
  AppError,
  BODY_LIMITS,
  IntField,
  NestedListField,
  ObjectField,
  RUNNING_TEXT,
  StringField,
  StringListField,
  type Class,
  type FieldError,
} from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { readJsonBody } from '../call/json-body.js';
import { validationPipe } from './validation.js';

class Author {
  @StringField({ max: 5 }) name: string;
}

class Note {
  @StringField({ max: 10 }) title: string;
  @IntField({ optional: true }) size?: number;
  @ObjectField({ optional: true }) data?: object;
  @NestedListField(() => Author, { optional: true }) authors?: Author[];
  @StringListField({ optional: true, values: ['a'] }) tags?: string[];
  @StringField({ optional: true, pattern: RUNNING_TEXT }) text?: string;
}

const pipe = validationPipe();
const transform = (value: unknown): Promise<unknown> =>
  pipe.transform(value, { type: 'body', metatype: Note });
const refusal = async (value: unknown): Promise<AppError> => {
  const error: unknown = await transform(value).catch((refused: unknown) => refused);
  if (!(error instanceof AppError)) throw new Error('accepted');
  return error;
};
const errors = async (value: unknown): Promise<FieldError[]> => (await refusal(value)).extras.errors ?? [];
const wide = (count: number): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_each, index) => [`k${index}`, index]));

/** Milliseconds of this thread's processor time. */
async function cost(work: () => Promise<unknown>): Promise<number> {
  const before = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

describe('the validation of bodies', () => {
  it('answers an instance of the class, with free-form objects as they were sent', async () => {
    const data = { a: { b: [1] } };
    const note = (await transform({ title: 'a', data })) as Note;
    expect(note).toBeInstanceOf(Note);
    expect(note.data).toBe(data);
  });

  it('names unknown members and broken rules in one answer', async () => {
    expect(await errors({ title: 7, size: 'x', more: 1 })).toEqual([
      expect.objectContaining({ field: 'more', code: 'unknown_field' }),
      expect.objectContaining({ field: 'title', code: 'type' }),
      expect.objectContaining({ field: 'size', code: 'type' }),
    ]);
  });

  it('says what is wrong in words that begin with the field as it was sent', async () => {
    const said = async (value: object): Promise<string[]> =>
      (await errors({ title: 'a', ...value })).map(({ message }) => message);
    expect(await said({ size: -1 })).toEqual(['size must not be less than 0.']);
    expect(await said({ authors: [{ name: 'Ada' }, { name: 'Augusta' }, {}] })).toEqual([
      'authors.1.name must be shorter than or equal to 5 characters.',
      'authors.2.name is required.',
    ]);
    for (const list of ['authors', 'tags'])
      expect(await said({ [list]: null })).toEqual([`${list} must be an array.`]);
    expect(await said({ tags: ['b'] })).toEqual([
      'Each value in tags must be one of the following values: a.',
    ]);
    expect(await said({ text: '\u0007' })).toEqual([
      'text must not contain control characters but tabs and line breaks.',
    ]);
  });

  it('knows the rules of every class by itself, of one that extends another and of one that is declared later', async () => {
    class Long extends Note {
      @IntField() pages: number;
    }
    const check = async (value: unknown, metatype: Class): Promise<unknown> =>
      pipe.transform(value, { type: 'body', metatype }).catch((error: AppError) => error.extras.errors);
    const missing = [expect.objectContaining({ field: 'pages', code: 'required' })];
    expect(await check({ title: 'a' }, Long)).toEqual(missing);
    expect(await check({ title: 'a' }, Note)).toEqual({ title: 'a' });
    class Longest extends Long {
      @IntField() volumes: number;
    }
    expect(await check({ title: 'a', pages: 1 }, Longest)).toEqual([
      expect.objectContaining({ field: 'volumes', code: 'required' }),
    ]);
    expect(await check({ title: 'a' }, Long)).toEqual(missing);
  });

  it('names twenty problems at most, in an answer of a few kilobytes', async () => {
    expect(await errors(wide(1_000))).toHaveLength(20);
    const long = Object.fromEntries(Object.keys(wide(30)).map((name) => [name.repeat(10_000), 1]));
    expect(JSON.stringify(await errors(long)).length).toBeLessThan(10_000);
  });

  it('takes milliseconds, however many members there are, known or not', async () => {
    const many = wide(BODY_LIMITS.members);
    for (const body of [
      many,
      { title: 'a', data: many },
      { title: many },
      { title: 'x'.repeat(1_000_000) },
    ]) {
      const costs: number[] = [];
      for (let attempt = 0; attempt < 5; attempt += 1)
        costs.push(await cost(() => transform(body).catch(() => undefined)));
      expect(Math.min(...costs)).toBeLessThan(20);
    }
  });

  it('says why a body could not be read', async () => {
    for (const [text, reason] of [
      ['', 'empty'],
      ['{', 'not valid JSON'],
      ['[]', 'must be a JSON object'],
      ['['.repeat(1_000), 'more than 200 levels'],
    ] as const)
      expect((await refusal(readJsonBody(Buffer.from(text)))).detail).toContain(reason);
  });

  it('refuses a body in another encoding than UTF-8, whose characters it would store as others', async () => {
    const named = '{"title":"Zoë"}';
    expect(readJsonBody(Buffer.from(named))).toEqual({ title: 'Zoë' });
    for (const encoding of ['latin1', 'utf16le'] as const)
      expect((await refusal(readJsonBody(Buffer.from(named, encoding)))).detail).toContain('UTF-8');
  });
});
