import { connect, errors, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { NatsServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendHeartbeats, requestWithHeartbeats, MissedHeartbeatsError } from '../src/nats/nats.heartbeats.js';
import { fresh } from './fixtures/buses.js';

const LIMITS = { timeoutMs: 60_000, heartbeatTimeoutMs: 500 };

describe('a request that may take long', () => {
  let server: NatsServer;
  let caller: NatsConnection;
  let handler: NatsConnection;

  beforeAll(async () => {
    server = await NatsServer.start();
    [caller, handler] = [await connect({ servers: server.url }), await connect({ servers: server.url })];
  });
  afterAll(async () => {
    await Promise.all([caller, handler].map((connection) => connection.close()));
    await server.stop();
  });

  /** What reaches the handler of a subject of its own. */
  async function served(): Promise<{ subject: string; request: () => Promise<Msg> }> {
    const subject = fresh('long');
    const requests: Msg[] = [];
    handler.subscribe(subject, { callback: (_error, message) => void requests.push(message) });
    await handler.flush();
    return { subject, request: () => until('the request', () => requests[0]) };
  }

  it('is waited for while its handler works, however long its reply takes', async () => {
    const { subject, request } = await served();
    let heartbeats = 0;
    const counted = handler.subscribe('_INBOX.>', { callback: () => void (heartbeats += 1) });
    const asked = requestWithHeartbeats(caller, subject, '{}', LIMITS);
    const message = await request();
    const end = sendHeartbeats(message);
    await until('heartbeats for longer than their limit', () => heartbeats > 15);
    counted.unsubscribe();
    end();
    message.respond('done');
    expect((await asked).string()).toBe('done');
  });

  it('fails soon once its handler sends no more heartbeats', async () => {
    const { subject, request } = await served();
    const asked = requestWithHeartbeats(caller, subject, '{}', LIMITS);
    const refused = expect(asked).rejects.toThrow(MissedHeartbeatsError);
    sendHeartbeats(await request())();
    await refused;
  });

  it('fails soon when its handler dies before the first heartbeat', async () => {
    const { subject, request } = await served();
    const asked = requestWithHeartbeats(caller, subject, '{}', LIMITS);
    const refused = expect(asked).rejects.toThrow(MissedHeartbeatsError);
    await request();
    await refused;
  });

  it('fails at once when nobody serves it, and after its time when nobody replies', async () => {
    const nobody = requestWithHeartbeats(caller, fresh('nobody'), '{}', LIMITS);
    await expect(nobody).rejects.toThrow(errors.NoRespondersError);
    const { subject } = await served();
    const never = requestWithHeartbeats(caller, subject, '{}', { ...LIMITS, timeoutMs: 100 });
    await expect(never).rejects.toThrow(errors.TimeoutError);
  });

  it('fails with its connection, whether that closes before or while it is waited for', async () => {
    const connection = await connect({ servers: server.url });
    const { subject, request } = await served();
    const asked = expect(requestWithHeartbeats(connection, subject, '{}', LIMITS)).rejects.toThrow(/closed/);
    await request();
    await connection.close();
    await asked;
    await expect(requestWithHeartbeats(connection, subject, '{}', LIMITS)).rejects.toThrow(/closed/);
  });

  it('gets no heartbeats for a caller of a release that takes the first message for the reply', async () => {
    const { subject, request } = await served();
    const asked = caller.request(subject, '{}', { timeout: 20_000, headers: headers() });
    const message = await request();
    const end = sendHeartbeats(message);
    message.respond('the reply');
    end();
    expect((await asked).string()).toBe('the reply');
  });
});
