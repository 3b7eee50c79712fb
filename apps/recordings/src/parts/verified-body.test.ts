import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { verifiedBody } from './verified-body.js';

async function* chunks(...texts: string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function passedOn(body: AsyncIterable<Buffer>): Promise<{ bytes: string; error: unknown }> {
  let bytes = '';
  try {
    for await (const chunk of body) bytes += chunk.toString();
    return { bytes, error: undefined };
  } catch (error) {
    return { bytes, error };
  }
}

const expected = { size: 6, sha256: createHash('sha256').update('abcdef').digest('hex') };

describe('a verified body', () => {
  it.each([[['abcdef']], [['ab', 'cd', 'ef']], [['abcde', 'f', '']]])(
    'passes the right bytes on, however they are cut: %j',
    async (cut) => {
      expect(await passedOn(verifiedBody(chunks(...cut), expected))).toEqual({
        bytes: 'abcdef',
        error: undefined,
      });
    },
  );

  it('keeps the end of wrong bytes back', async () => {
    const { bytes, error } = await passedOn(verifiedBody(chunks('ab', 'cd', 'eX'), expected));
    expect(bytes).toBe('abcd');
    expect(error).toMatchObject({ code: 'invalid_input', extras: { field: 'Content-Digest' } });
  });

  it('stops at the first byte too many without reading on', async () => {
    let pulled = 0;
    async function* endless(): AsyncGenerator<Buffer> {
      for (;;) {
        pulled += 1;
        yield Buffer.from('abcd');
      }
    }
    const { error } = await passedOn(verifiedBody(endless(), expected));
    expect(error).toMatchObject({ code: 'payload_too_large' });
    expect(pulled).toBe(2);
  });

  it('refuses a body that ends early', async () => {
    const { error } = await passedOn(verifiedBody(chunks('abc'), expected));
    expect(error).toMatchObject({ code: 'invalid_input', extras: { field: 'body' } });
  });

  it('fails as its source fails', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('abc');
      throw new Error('the connection broke');
    }
    expect((await passedOn(verifiedBody(broken(), expected))).error).toMatchObject({
      message: 'the connection broke',
    });
  });
});
