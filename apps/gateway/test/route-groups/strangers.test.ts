import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

let harness: Harness;
let webDir: string;

beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'capture-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html>page');
  await writeFile(join(webDir, 'assets', 'app-1a2b.js'), 'code');
  harness = await startGateway(() => undefined, { CAPTURE_WEB_DIR: webDir });
});
afterAll(async () => {
  await harness.close();
  await rm(webDir, { recursive: true });
});

/** The whole answer to a request that no HTTP client would send. */
function raw(lines: string[]): Promise<string> {
  const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  return text(socket);
}

describe('what strangers send', () => {
  it.each([
    '/assets/../..',
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e',
    '/assets/%2e%2e%2f%2e%2e',
    '/assets/..%5c..%5cpackage.json',
    '/assets/..\\..\\package.json',
    '/assets/%00',
    '/assets/app-1a2b.js%00',
    '/assets//etc/passwd',
    '/assets/%2fetc%2fpasswd',
    '/assets/%252e%252e',
    '/assets/%c0%ae%c0%ae/',
    '/assets/.',
    '/assets/',
    '/assets',
    '/api/docs/assets/../..',
    '/api/docs/assets/%2e%2e/package.json',
    '/../../etc/passwd',
    '//etc/passwd',
  ])('answers 404 to the path %s and logs no failure', async (path) => {
    harness.logs.length = 0;
    const answer = await raw([`GET ${path} HTTP/1.1`, 'Host: capture.example']);
    expect(answer).toMatch(/^HTTP\/1\.1 404 /);
    expect(answer).toContain('"code":"not_found"');
    expect(harness.logs.filter((line) => /"level":50|unexpected/.test(line))).toEqual([]);
  });

  it('still serves the assets there are', async () => {
    expect(await raw(['GET /assets/app-1a2b.js HTTP/1.1', 'Host: capture.example'])).toContain('code');
  });

  it('refuses a request with two Host headers, in every group of routes', async () => {
    for (const path of [
      '/',
      '/api/v1/recordings',
      '/api/docs',
      '/console/api/me',
      '/assets/app-1a2b.js',
      '/nowhere',
    ]) {
      const answer = await raw([`GET ${path} HTTP/1.1`, 'Host: capture.example', 'host: evil.example']);
      expect([path, answer.split('\r\n', 1)[0]]).toEqual([path, 'HTTP/1.1 400 Bad Request']);
      expect(answer).toContain('"code":"invalid_input"');
    }
  });

  it.each(['/nowhere', '/console', '/health/live'])(
    'answers a body to %s, where none is taken, before it has arrived, and waits for it no longer',
    async (path) => {
      const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
      const head = [`POST ${path} HTTP/1.1`, 'Host: capture.example', 'Content-Type: application/json'];
      socket.write(`${head.join('\r\n')}\r\nContent-Length: 1000000\r\n\r\n{"a":`);
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 404 [^]*"code":"not_found"/);
    },
  );

  it('tells browsers to stay with https where it is served over https, and only there', async () => {
    const plain = await startGateway(() => undefined, { CAPTURE_PUBLIC_URL: 'http://localhost:8080' });
    for (const path of ['/', '/api/v1/recordings', '/nowhere']) {
      const sent = async (url: string): Promise<string | null> =>
        (await fetch(url + path)).headers.get('strict-transport-security');
      expect(await sent(harness.url)).toBe('max-age=31536000');
      expect(await sent(plain.url)).toBeNull();
    }
    await plain.close();
  });

  it('logs only the beginning of a path, whatever is answered (scenario 92)', async () => {
    harness.logs.length = 0;
    await fetch(`${harness.url}/api/${'x'.repeat(10_000)}`);
    await fetch(`${harness.url}/${'y/'.repeat(5_000)}`);
    await fetch(`${harness.url}/r/${'z'.repeat(10_000)}`);
    expect(
      harness.logs.filter((line) => line.includes('xxx') || line.includes('zzz')).length,
    ).toBeGreaterThan(0);
    expect(Math.max(...harness.logs.map((line) => line.length))).toBeLessThan(4_000);
  });
});
