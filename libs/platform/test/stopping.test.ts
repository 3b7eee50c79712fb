import { once } from 'node:events';
import { connect } from 'node:net';
import { Module } from '@nestjs/common';
import { expect, it } from 'vitest';
import { ServiceConfig, startService } from '../src/index.js';

@Module({})
class EmptyModule {}

it('stops although somebody holds a connection on which nothing was ever sent, as browsers do', async () => {
  const running = await startService(
    { name: 'empty', config: ServiceConfig, module: EmptyModule },
    {
      env: {
        CAPTURE_HTTP_PORT: '0',
        CAPTURE_PUBLIC_URL: 'https://capture.example',
        CAPTURE_PRINCIPAL_KEYS: 'principal-key-of-the-tests',
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
