import { randomBytes } from 'node:crypto';
import { Clock } from '@capture/platform';
import type { FastifyRequest } from 'fastify';
import { expect, it, vi } from 'vitest';
import type { GatewayConfig } from '../config.js';
import { CallSigner } from './call-signer.js';

const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };

vi.mock(import('@capture/platform'), async (original) => ({
  ...(await original()),
  traceHeaders: () => TRACE,
}));

it('what is sent to a service continues the trace of the gateway, on behalf of a caller or on its own', () => {
  const config = {
    CAPTURE_TRUSTED_PROXIES: [],
    CAPTURE_PRINCIPAL_SIGNING_KEY: randomBytes(32).toString('base64'),
  } as unknown as GatewayConfig;
  const signer = new CallSigner(config, new Clock());
  const socket = { remoteAddress: '192.0.2.1' };
  const request = { id: 'req_1', raw: { socket }, headers: {} } as unknown as FastifyRequest;
  expect(signer.sign('sessions', { kind: 'public' }, request)).toMatchObject({
    ...TRACE,
    'x-request-id': 'req_1',
  });
  expect(signer.signOwn('sessions')).toMatchObject(TRACE);
});
