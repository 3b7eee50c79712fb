import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { until, untilForgotten } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebSocket } from 'ws';
import { Upstreams } from '../../src/upstreams/upstreams.js';
import { startGateway, type Harness } from '../fixtures/gateway.js';
import { connected, dial, FakeRooms } from '../fixtures/fake-rooms.js';

const MIB = 1024 * 1024;

let harness: Harness;
const rooms = new FakeRooms();

beforeAll(async () => {
  harness = await startGateway((services) => rooms.define(services));
});
afterAll(() => harness.close());

/** The connection under a WebSocket. */
function connectionOf(socket: WebSocket): Socket {
  return (socket as unknown as { _socket: Socket })._socket;
}

function digestOf(messages: Iterable<Buffer>): string {
  const hash = createHash('sha256');
  for (const message of messages) hash.update(String(message.length)).update(message);
  return hash.digest('hex');
}

describe('an open socket', () => {
  it('carries many messages and large ones both ways, each whole and in order', async () => {
    const { caller } = await connected(harness, rooms, 'echo');
    const sent = [
      ...Array.from({ length: 2_000 }, (_, index) => randomBytes(1 + (index % 700))),
      randomBytes(16 * MIB),
      randomBytes(1),
    ];
    const heard: Buffer[] = [];
    caller.on('message', (data) => heard.push(data as Buffer));
    for (const message of sent) caller.send(message);
    await until('every echo', () => heard.length === sent.length);
    expect(digestOf(heard)).toBe(digestOf(sent));
    caller.terminate();
  });

  it.each([{ from: 'service' as const }, { from: 'caller' as const }])(
    'takes bytes of the $from no faster than the other side does, and loses none',
    async ({ from }) => {
      const ends = await connected(harness, rooms, 'quiet');
      const writer = ends[from];
      const reader = ends[from === 'service' ? 'caller' : 'service'];
      const total = 64;
      let got = 0;
      reader.on('message', (data) => (got += (data as Buffer).length));
      reader.pause();
      for (let count = 0; count < total; count += 1) writer.send(randomBytes(MIB));
      let last = -1;
      await until('the writer to be held back', async () => {
        const now = writer.bufferedAmount;
        const stalled = now === last;
        last = now;
        await new Promise((resolve) => setTimeout(resolve, 200));
        return stalled;
      });
      expect(writer.bufferedAmount).toBeGreaterThan((total / 4) * MIB);
      reader.resume();
      await until('every byte', () => got === total * MIB);
      writer.terminate();
    },
  );

  it('passes on what was said at the end: a code and a reason, by either side', async () => {
    for (const first of ['service', 'caller'] as const) {
      const ends = await connected(harness, rooms, 'quiet');
      const other = ends[first === 'service' ? 'caller' : 'service'];
      const closed = once(other, 'close') as Promise<[number, Buffer]>;
      ends[first].close(first === 'service' ? 1012 : 4001, 'going');
      const [code, reason] = await closed;
      expect([code, reason.toString()]).toEqual([first === 'service' ? 1012 : 4001, 'going']);
    }
  });

  it.each([
    { how: 'ends', act: (socket: Socket) => void socket.end() },
    { how: 'breaks off', act: (socket: Socket) => void socket.destroy() },
    { how: 'is reset', act: (socket: Socket) => void socket.resetAndDestroy() },
  ])('ends on both sides when either $how', async ({ act }) => {
    for (const first of ['service', 'caller'] as const) {
      const ends = await connected(harness, rooms, 'quiet');
      const both = Promise.all([once(ends.service, 'close'), once(ends.caller, 'close')]);
      act(connectionOf(ends[first]));
      await both;
    }
  });

  it('keeps nothing of the call that it began with, nor of what the service answered it', async () => {
    const calls: WeakRef<IncomingMessage>[] = [];
    const { app } = harness.running;
    app.getHttpServer().once('upgrade', (call: IncomingMessage) => void calls.push(new WeakRef(call)));
    const upstreams = app.get(Upstreams);
    const shakeHands = upstreams.shakeHands.bind(upstreams);
    upstreams.shakeHands = async (...given) => {
      const answer = await shakeHands(...given);
      calls.push(new WeakRef(answer.message));
      return answer;
    };
    const { caller } = await connected(harness, rooms, 'echo');
    upstreams.shakeHands = shakeHands;
    expect(calls).toHaveLength(2);
    await untilForgotten('the call and its answer', calls);
    caller.send('still there');
    expect(String(await once(caller, 'message'))).toContain('still there');
    caller.terminate();
  });

  it('delivers what was sent before the end', async () => {
    const { caller, service } = await connected(harness, rooms, 'quiet');
    let got = 0;
    caller.on('message', (data) => (got += (data as Buffer).length));
    const closed = once(caller, 'close') as Promise<[number]>;
    service.send(randomBytes(8 * MIB));
    service.close(1000);
    expect((await closed)[0]).toBe(1000);
    expect(got).toBe(8 * MIB);
  });
});

it.each([
  { how: 'leaves', act: (socket: Socket) => void socket.end() },
  { how: 'is reset', act: (socket: Socket) => void socket.resetAndDestroy() },
])('a caller that $how while its room thinks leaves nobody behind', async ({ act }) => {
  const before = rooms.silent.length;
  const socket = connect(Number(new URL(harness.url).port), '127.0.0.1');
  const head = [
    'GET /api/v1/rooms/silent/socket HTTP/1.1',
    'host: x',
    'connection: Upgrade',
    'upgrade: websocket',
    'authorization: Bearer token-of-a-participant',
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
  await until('the room to be asked', () => rooms.silent.length > before);
  const ended = once(rooms.silent[before] as Socket, 'end');
  rooms.silent[before]?.resume();
  act(socket);
  await ended;
});

describe('a gateway that stops', () => {
  it('lets the frame that is under way arrive whole before it tells the caller to connect again', async () => {
    const others = new FakeRooms();
    const other = await startGateway((services) => others.define(services));
    const { caller, service } = await connected(other, others, 'quiet');
    const [near, far] = [connectionOf(caller), connectionOf(service)];
    const frame = Buffer.concat([Buffer.from([0x82, 0x05]), Buffer.from('whole')]);
    const before = near.bytesRead;
    far.write(frame.subarray(0, 4));
    await until('the first half', () => near.bytesRead === before + 4);
    far.prependOnceListener('end', () => void far.write(frame.subarray(4)));
    const heard: string[] = [];
    caller.on('message', (data) => heard.push((data as Buffer).toString()));
    const closed = once(caller, 'close') as Promise<[number]>;
    const stopped = other.running.close();
    const [code] = await closed;
    expect({ heard, code }).toEqual({ heard: ['whole'], code: 1012 });
    await stopped;
    await other.close();
  });

  it('waits for no socket and tells callers to connect again, also where one joins just then', async () => {
    const others = new FakeRooms();
    const other = await startGateway((services) => others.define(services));
    const pairs = [await connected(other, others, 'quiet'), await connected(other, others, 'quiet')];
    const deaf = await connected(other, others, 'quiet');
    connectionOf(deaf.caller).pause();
    const late = dial(other, 'silent', 'token-of-a-participant');
    const refused = once(late, 'unexpected-response');
    await until('the room to be asked', () => others.silent.length > 0);
    const order: string[] = [];
    const note = (what: string) => () => void order.push(what);
    const hesitant = dial(other, 'hesitant', 'token-of-a-participant');
    const codes: number[] = [];
    const told = [...pairs.map(({ caller }) => caller), hesitant].map((caller) =>
      once(caller, 'close').then(([code]) => void codes.push(code as number)),
    );
    const ends = [...told, ...pairs.map(({ service }) => once(service, 'close'))];
    await until('the room to be asked', () => others.hesitant.length > 0);
    const ended = Promise.all(ends).then(note('the sockets'));
    const stopped = other.running.close().then(note('the gateway'));
    others.silent[0]?.destroy();
    others.hesitant[0]?.();
    await refused;
    await Promise.all([stopped, ended]);
    expect(order).toEqual(['the sockets', 'the gateway']);
    expect(codes).toEqual([1012, 1012, 1012]);
    await other.close();
  });
});
