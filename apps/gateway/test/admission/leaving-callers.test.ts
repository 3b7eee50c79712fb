import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { until } from '@capture/testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { BUDGETS, type BudgetStore } from '../../src/budgets/budget-store.js';
import type { ServiceName } from '../../src/index.js';
import { dial, FakeRooms } from '../fixtures/fake-rooms.js';
import { bearer, startGateway, type Harness } from '../fixtures/gateway.js';

const CONTACT = '/api/v1/respond/contacts/cnt_1';
/** Bytes: more than the gateway holds in memory. */
const LONG = 1_000_000;

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

describe('while the judgement of an unknown token takes long', () => {
  /** Each lets one judgement end. */
  let waiting: (() => void)[];
  let uncaught: unknown[];
  const hear = (error: unknown): void => void uncaught.push(error);

  beforeEach(() => {
    [waiting, uncaught] = [[], []];
    process.on('uncaughtException', hear);
  });
  afterEach(() => process.off('uncaughtException', hear));

  /** Makes the gateway's budgets as slow as a Redis that hardly answers. */
  function slowDown({ running }: Harness): void {
    const budgets = running.app.get<BudgetStore>(BUDGETS);
    const take = budgets.take.bind(budgets);
    vi.spyOn(budgets, 'take').mockImplementationOnce(async (...given) => {
      await new Promise<void>((end) => waiting.push(end));
      return take(...given);
    });
  }

  const judging = (): Promise<unknown> => until('the judgement to wait', () => waiting.length === 1);
  const visit = (id: string): Promise<Response> =>
    fetch(`${harness.url}/api/v1/respond/contacts/${id}`, { headers: bearer('good-link') });

  describe.each<{ where: string; inProcess: ServiceName[] }>([
    { where: 'over HTTP', inProcess: [] },
    { where: 'in its process', inProcess: ['capture-requests'] },
  ])('on a long answer of a service $where', ({ inProcess }) => {
    let cut = (): void => undefined;

    beforeEach(async () => {
      harness = await startGateway(
        (services) => {
          services['capture-requests'].get('/v1/respond/contacts/long', (_request, reply) => {
            reply.hijack();
            reply.raw.writeHead(200, { 'content-type': 'text/plain', 'content-length': LONG });
            reply.raw.write('x'.repeat(200_000));
            cut = () => reply.raw.destroy();
          });
          services['capture-requests'].get('/v1/respond/contacts/short', () => ({}));
        },
        {},
        undefined,
        inProcess,
      );
      slowDown(harness);
    });

    it('a caller that leaves does the gateway no harm', async () => {
      const socket = await callToLeave('GET /api/v1/respond/contacts/long', 'leaving', 'good-link');
      await judging();
      await leave(socket, 'leaving');
      expect((await visit('short')).status).toBe(200);
      waiting[0]?.();
      expect((await visit('short')).status).toBe(200);
      expect(uncaught).toEqual([]);
    });

    it('a service that breaks it off does the gateway no harm, and its caller hears of it', async () => {
      const isWhole = visit('long').then(async (answer) => {
        const read = answer.text().catch(() => '');
        return answer.ok && (await read).length === LONG;
      });
      await judging();
      cut();
      expect((await visit('short')).status).toBe(200);
      waiting[0]?.();
      expect(await isWhole).toBe(false);
      expect(uncaught).toEqual([]);
    });
  });

  describe('of a WebSocket', () => {
    const rooms = new FakeRooms();

    beforeEach(async () => {
      harness = await startGateway((services) => rooms.define(services));
      slowDown(harness);
    });

    it('a caller that leaves does the gateway no harm', async () => {
      const caller = dial(harness, 'echo', 'good-invite');
      await judging();
      await until('the service to have accepted', () => rooms.open.length === 1);
      caller.terminate();
      await until('the gateway to see the end', () =>
        harness.logs.some((line) => line.includes('"answered"')),
      );
      waiting[0]?.();
      await until('the service to see the end', () => rooms.open.length === 0);
      await once(dial(harness, 'echo', 'good-invite'), 'message');
      expect(uncaught).toEqual([]);
    });

    it('a service that breaks off does the gateway no harm, and its caller is told to try again', async () => {
      const caller = dial(harness, 'echo', 'good-invite');
      const refused = once(caller, 'unexpected-response') as Promise<[unknown, IncomingMessage]>;
      await judging();
      await until('the service to have accepted', () => rooms.open.length === 1);
      rooms.asked.at(-1)?.socket.resetAndDestroy();
      await until('the service to be gone', () => rooms.open.length === 0);
      await once(dial(harness, 'echo', 'good-invite'), 'message');
      waiting[0]?.();
      const [, { statusCode }] = await refused;
      expect(statusCode).toBe(503);
      expect(uncaught).toEqual([]);
    });
  });
});
