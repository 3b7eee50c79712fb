import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Module } from '@nestjs/common';
import { expect, it, vi } from 'vitest';
import { ServiceConfig, startService } from '../src/index.js';
import { PRINCIPAL_ENV } from './fixtures/principal-keys.js';

@Module({})
class EmptyModule {}

it('stops although somebody holds a connection on which nothing was ever sent, as browsers do', async () => {
  const running = await startService(
    { name: 'empty', config: ServiceConfig, module: EmptyModule },
    {
      env: {
        CAPTURE_HTTP_PORT: '0',
        CAPTURE_PUBLIC_URL: 'https://capture.example',
        ...PRINCIPAL_ENV,
      },
      logDestination: { write: () => undefined },
    },
  );
  const connection = connect(Number(new URL(running.url).port), '127.0.0.1');
  await once(connection, 'connect');
  const ended = once(connection, 'close');
  await running.close();
  await ended;
  expect(connection.bytesWritten).toBe(0);
}, 15_000);

const ENTRY = new URL('fixtures/draining-service.mjs', import.meta.url);
const ENV = { ...PRINCIPAL_ENV, LOG_LEVEL: 'silent' };

async function startProcess(env: Record<string, string>) {
  const child = fork(ENTRY, {
    execArgv: [],
    env: { PATH: process.env['PATH'], ...ENV, ...env },
    stdio: 'inherit',
  });
  const ended = once(child, 'exit');
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { child, url, ended };
}

it('SIGTERM shows in the readiness first, while calls are still answered; then the process ends with 0', async () => {
  const { child, url, ended } = await startProcess({ CAPTURE_DRAIN_DELAY_MS: '6000' });
  expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  child.kill('SIGTERM');
  await vi.waitFor(async () => expect((await fetch(`${url}/health/ready`)).status).toBe(503), {
    timeout: 5_900,
  });
  const answer = await fetch(`${url}/health/live`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await ended)[0]).toBe(0);
}, 60_000);

it('a grace period that is set to nothing is the default, and does not cut the stop short', async () => {
  const { child, ended } = await startProcess({
    CAPTURE_DRAIN_DELAY_MS: '500',
    CAPTURE_SHUTDOWN_GRACE_SEC: '',
  });
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
}, 60_000);
