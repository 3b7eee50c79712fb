import { describe, expect, it } from 'vitest';
import { serversOf } from './nats.link.js';

describe('serversOf', () => {
  it('takes credentials out of the address, unescaped', () => {
    expect(serversOf('nats://capture:p%40ss@one:4222,nats://two:4222')).toEqual({
      servers: ['nats://one:4222', 'nats://two:4222'],
      user: 'capture',
      pass: 'p@ss',
    });
  });

  it('leaves an address without credentials as it is', () => {
    expect(serversOf('nats://127.0.0.1:4222')).toEqual({ servers: ['nats://127.0.0.1:4222'] });
  });

  it('asks for encryption where one of the addresses does', () => {
    expect(serversOf('tls://one:4222,nats://two:4222')).toEqual({
      servers: ['tls://one:4222', 'nats://two:4222'],
      tls: {},
    });
  });
});
