import { expect, it } from 'vitest';
import { DeviceCookie } from './device-cookie.js';

const DEVICE = `${'A'.repeat(43)}.${'B'.repeat(43)}`;
const secure = new DeviceCookie('https://capture.example');

it('the device cookie outlives the sign-in, is bound to its host, and no script reads it', () => {
  expect(secure.setCookie(DEVICE)).toBe(
    `__Host-capture-device=${DEVICE}; Max-Age=31536000; Path=/; Secure; HttpOnly; SameSite=Lax`,
  );
  expect(new DeviceCookie('http://localhost:8080').setCookie(DEVICE)).toMatch(
    /^capture_device=.*SameSite=Lax$/,
  );
});

it('it is found among others, and counts for nothing when it is malformed or there are two', () => {
  expect(secure.deviceIn(`a=b; __Host-capture-device=${DEVICE}`)).toBe(DEVICE);
  for (const header of [undefined, '', '__Host-capture-device=x', `capture_device=${DEVICE}`])
    expect(secure.deviceIn(header)).toBeUndefined();
  expect(secure.deviceIn(`__Host-capture-device=${DEVICE}; __Host-capture-device=${DEVICE}`)).toBeUndefined();
});
