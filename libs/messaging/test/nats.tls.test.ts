import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { until } from '@capture/testing';
import { expect, it } from 'vitest';
import { NatsBus } from '../src/nats/nats.bus.js';
import { STREAM_SETTINGS } from './fixtures/buses.js';

const UNENCRYPTED = {
  server_id: 'test',
  version: '2.10.0',
  proto: 1,
  headers: true,
  max_payload: 1_048_576,
  auth_required: true,
};

it('a tls:// address tells no password to a server that offers no encryption', async () => {
  let heard = '';
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', (data) => (heard += data.toString()));
    socket.write(`INFO ${JSON.stringify(UNENCRYPTED)}\r\n`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const url = `tls://capture:s3cret@127.0.0.1:${port}`;
  const bus = new NatsBus({ url, service: 'tests', stream: STREAM_SETTINGS });
  await until('a password, or another attempt', () => heard.includes('s3cret') || connections > 2);
  expect(heard).toBe('');
  await bus.close();
  await new Promise((resolve) => server.close(resolve));
});
