import { crc32 } from 'node:zlib';

export type KeyMode = 'live' | 'test';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
/** 62^43 is just above 2^256. */
const SECRET_CHARS = 43;
/** 62^6 is above 2^32. */
const CRC_CHARS = 6;
const SHAPE = /^cap_(live|test)_[0-9A-Za-z]{49}$/;

function base62(value: bigint, length: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = DIGITS.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}

function checksum(body: string): string {
  return base62(BigInt(crc32(body)), CRC_CHARS);
}

/**
 * Text of an API key: `cap_live_` or `cap_test_`, 43 base62 characters (256 bits), then the CRC32 of all that
 * as 6 base62 characters. The checksum tells a mistyped key from an unknown one without a query.
 * @param bytes 32 random bytes.
 */
export function formatApiKey(mode: KeyMode, bytes: Uint8Array): string {
  if (bytes.length !== SECRET_BYTES)
    throw new Error(`an API key holds ${SECRET_BYTES} bytes, not ${bytes.length}`);
  const secret = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  const body = `cap_${mode}_${base62(secret, SECRET_CHARS)}`;
  return body + checksum(body);
}

/** The mode of a well-formed key; undefined when its shape or checksum is wrong. */
export function parseApiKey(text: string): { mode: KeyMode } | undefined {
  const mode = SHAPE.exec(text)?.[1];
  if (mode !== 'live' && mode !== 'test') return undefined;
  const body = text.slice(0, -CRC_CHARS);
  return checksum(body) === text.slice(-CRC_CHARS) ? { mode } : undefined;
}
