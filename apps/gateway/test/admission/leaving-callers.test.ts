import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { until } from '@capture/testing';
import { afterEach, expect, it } from 'vitest';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

const CONTACT = '/api/v1/respond/contacts/cnt_1';

let harness: Harness;
afterEach(() => harness.close());

/** Sends a call over a connection of its own, to be destroyed. Resolves once the gateway has its head. */
async function callToLeave(head: string, id: string, token: string, body = ''): Promise<Socket> {
  const server = harness.running.app.getHttpServer() as Server;
  const socket = connect(Number(new URL(harness.url).port), '127.0.0.1').on('error', () => undefined);
  const lines = [`${head} HTTP/1.1`, 'host: x', `authorization: Bearer ${token}`, `x-request-id: ${id}`];
  if (body) lines.push('content-type: application/json', 'content-length: 1000');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  for (;;) {
    const [{ headers }] = (await once(server, 'request')) as [IncomingMessage];
    if (headers['x-request-id'] === id) return socket;
  }
}

/** Leaves, and waits until the gateway knows. */
async function leave(socket: Socket, id: string): Promise<void> {
  socket.destroy();
  await until('the gateway to see that the caller has left', () =>
    harness.logs.some((line) => line.includes('"answered"') && line.includes(`"${id}"`)),
  );
}

it('a caller that leaves while its unknown token waits to be judged is not forwarded for, and keeps nobody else with that token waiting', async () => {
  const asked: string[] = [];
  let release = (): void => undefined;
  harness = await startGateway((services) => {
    services['capture-requests'].all('/*', async (request, reply) => {
      asked.push(`${request.method} ${request.url}`);
      if (asked.length === 1) await new Promise<void>((resolve) => (release = resolve));
      return reply.code(401).send({});
    });
  });
  const visit = (): Promise<Response> =>
    fetch(`${harness.url}${CONTACT}`, { headers: bearer('token-of-many') });
  const first = visit();
  await until('the first call to be judged', () => asked.length === 1);
  const second = await callToLeave(`POST ${CONTACT}/takes`, 'second-call', 'token-of-many', '{');
  const third = await callToLeave('GET /api/v1/respond/contacts/cnt_2', 'third-call', 'token-of-many');
  await leave(second, 'second-call');
  await leave(third, 'third-call');
  release();
  expect((await first).status).toBe(401);
  const last = visit().then(({ status }) => status);
  await expect.poll(() => Promise.race([last, Promise.resolve('waits')])).toBe(401);
  expect(asked).toEqual(['GET /v1/respond/contacts/cnt_1', 'GET /v1/respond/contacts/cnt_1']);
});
