import { once } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { PartBody } from './part-body.js';

async function readAll(body: PartBody): Promise<void> {
  for await (const _chunk of body);
}

describe('the body of a part', () => {
  it('ends with 408, and no fault of the service, when its sender was gone before anybody asked for it', async () => {
    const request = new IncomingMessage(new Socket());
    request.destroy();
    await once(request, 'close');
    const body = new PartBody(request, { bytesPerSec: 0, seconds: 1 });
    await expect(readAll(body)).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('ends with what it was cut with, also when that was before anybody read it', async () => {
    const body = new PartBody(new IncomingMessage(new Socket()), { bytesPerSec: 0, seconds: 1 });
    body.cut(new Error('a newer grant'));
    await expect(readAll(body)).rejects.toThrow('a newer grant');
  });
});
