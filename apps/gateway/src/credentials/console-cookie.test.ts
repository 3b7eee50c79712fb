import { describe, expect, it } from 'vitest';
import { ConsoleCookie } from './console-cookie.js';

const TOKEN = 'A'.repeat(43);
const OTHER = 'B'.repeat(43);

describe('ConsoleCookie', () => {
  const local = new ConsoleCookie('http://localhost:8080');
  const secure = new ConsoleCookie('https://capture.example');

  it('is bound to its host and to https wherever the instance is served over https', () => {
    expect(secure.setCookie(TOKEN)).toBe(
      `__Host-capture=${TOKEN}; Max-Age=604800; Path=/; Secure; HttpOnly; SameSite=Strict`,
    );
    expect(local.setCookie(TOKEN)).toBe(
      `capture_console=${TOKEN}; Max-Age=604800; Path=/; HttpOnly; SameSite=Strict`,
    );
  });

  it('is taken away by an empty one under the same name', () => {
    expect(secure.setCookie('')).toBe(
      '__Host-capture=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Strict',
    );
  });

  it('is found among others, under its own name only', () => {
    expect(local.tokenIn(`theme=dark; capture_console=${TOKEN};a=b`)).toBe(TOKEN);
    expect(secure.tokenIn(`capture_console=${TOKEN}`)).toBeUndefined();
    expect(local.tokenIn(`x-capture_console=${TOKEN}`)).toBeUndefined();
    expect(local.tokenIn(undefined)).toBeUndefined();
  });

  it('counts for nothing when it is malformed or there are two that differ', () => {
    for (const value of ['', 'short', `${TOKEN}A`, `${TOKEN.slice(1)}"`])
      expect(local.tokenIn(`capture_console=${value}`)).toBeUndefined();
    expect(local.tokenIn(`capture_console=${TOKEN}; capture_console=${OTHER}`)).toBeUndefined();
    expect(local.tokenIn(`capture_console=${TOKEN}; capture_console=${TOKEN}`)).toBe(TOKEN);
  });
});
