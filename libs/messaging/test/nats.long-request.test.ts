import { connect, errors, headers, type Msg, type NatsConnection } from '@nats-io/transport-node';
import { NatsServer, until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveSigns, requestWithSigns, SilenceError } from '../src/nats/nats.long-request.js';
import { fresh } from './fixtures/buses.js';

const PATIENCE = { timeoutMs: 60_000, silenceMs: 500 };

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
    let signs = 0;
    const counted = handler.subscribe('_INBOX.>', { callback: () => void (signs += 1) });
    const asked = requestWithSigns(caller, subject, '{}', PATIENCE);
    const message = await request();
    const end = giveSigns(message);
    await until('signs for longer than a silence', () => signs > 15);
    counted.unsubscribe();
    end();
    message.respond('done');
    expect((await asked).string()).toBe('done');
  });

  it('fails soon once its handler gives no more signs', async () => {
    const { subject, request } = await served();
    const asked = requestWithSigns(caller, subject, '{}', PATIENCE);
    const refused = expect(asked).rejects.toThrow(SilenceError);
    giveSigns(await request())();
    await refused;
  });

  it('is waited for when its handler is of a release that gives no signs', async () => {
    const { subject, request } = await served();
    const asked = requestWithSigns(caller, subject, '{}', PATIENCE);
    const message = await request();
    const begun = performance.now();
    await until('more than a silence', () => performance.now() - begun > 2 * PATIENCE.silenceMs);
    message.respond('late');
    expect((await asked).string()).toBe('late');
  });

  it('fails at once when nobody serves it, and after its time when nobody replies', async () => {
    const nobody = requestWithSigns(caller, fresh('nobody'), '{}', PATIENCE);
    await expect(nobody).rejects.toThrow(errors.NoRespondersError);
    const { subject } = await served();
    const never = requestWithSigns(caller, subject, '{}', { ...PATIENCE, timeoutMs: 100 });
    await expect(never).rejects.toThrow(errors.TimeoutError);
  });

  it('fails with its connection, whether that closes before or while it is waited for', async () => {
    const connection = await connect({ servers: server.url });
    const { subject, request } = await served();
    const asked = expect(requestWithSigns(connection, subject, '{}', PATIENCE)).rejects.toThrow(/closed/);
    await request();
    await connection.close();
    await asked;
    await expect(requestWithSigns(connection, subject, '{}', PATIENCE)).rejects.toThrow(/closed/);
  });

  it('gets no signs for a caller of a release that takes the first message for the reply', async () => {
    const { subject, request } = await served();
    const asked = caller.request(subject, '{}', { timeout: 20_000, headers: headers() });
    const message = await request();
    const end = giveSigns(message);
    message.respond('the reply');
    end();
    expect((await asked).string()).toBe('the reply');
  });
});
