import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { until } from '@capture/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startGateway, type Harness } from '../fixtures/gateway.js';

/** Connections of a gateway to a service, of which half may be kept by bodies that are still arriving. */
const CONNECTIONS = 256;
const SIGN_IN = '/console/api/sign-in';
const HEADERS = { origin: 'https://capture.example', 'content-type': 'application/json' };

let harness: Harness;
/** Calls of which the service has seen the head. */
let begun = 0;
const callers: Socket[] = [];

beforeAll(async () => {
  harness = await startGateway(
    (services) => {
      services.accounts.post(SIGN_IN, async (request) => {
        begun += 1;
        for await (const _chunk of request.body as Readable) continue;
        return {};
      });
    },
    // None ends by itself meanwhile.
    { CAPTURE_UPSTREAM_TIMEOUT_MS: '600000' },
  );
});
afterAll(async () => {
  for (const caller of callers) caller.destroy();
  await harness.close();
});

/** Begins a call and sends nothing more of its body. Resolves with what it is answered. */
function beginAndWait(): { answer: string } {
  const said = { answer: '' };
  const caller = connect(Number(new URL(harness.url).port), '127.0.0.1').on('error', () => undefined);
  caller.on('data', (data) => (said.answer += data.toString()));
  const head = Object.entries({ host: 'x', ...HEADERS, 'content-length': '1000' });
  const lines = head.map(([name, value]) => `${name}: ${value}`);
  caller.write(`POST ${SIGN_IN} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n{"a":`);
  callers.push(caller);
  return said;
}

describe('bodies that do not arrive', () => {
  it('leave half of the connections to the service to other calls, and make room for each other', async () => {
    const all = Array.from({ length: CONNECTIONS }, beginAndWait);
    const answered = (): number => all.filter(({ answer }) => answer !== '').length;
    await until('all of them to wait or to be refused', () => begun + answered() >= CONNECTIONS);
    await until('another call', async () => {
      const call = await fetch(harness.url + SIGN_IN, { method: 'POST', body: '{}', headers: HEADERS });
      return call.status === 200;
    });
    await until('one that waited for too long to be cut off', () => {
      beginAndWait();
      return all.some(({ answer }) => answer.includes('came too slowly'));
    });
    const refused = all.filter(({ answer }) => answer !== '').map(({ answer }) => answer.slice(9, 12));
    expect(new Set(refused)).toEqual(new Set(['503']));
  });
});
