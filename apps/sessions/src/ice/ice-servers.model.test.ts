import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { iceServersFor, unusable } from './ice-servers.model.js';

const NOW = new Date('2026-11-22T12:00:00.500Z');
const participantId = 'ptc_01h455vb4pex5vsknk084sn02q';
const secret = 'a secret of the turn server, long enough';

const servers = (urls: string[], given: { secret?: string; ttlSec?: number } = {}) =>
  iceServersFor({ urls, secret: given.secret, ttlSec: given.ttlSec ?? 3_600 }, participantId, NOW);

describe('servers for a conversation', () => {
  it('of STUN need no credentials, and there may be none', () => {
    expect(servers([])).toEqual([]);
    expect(servers(['stun:a.example', 'stuns:b.example:443'], { secret })).toEqual([
      { urls: ['stun:a.example', 'stuns:b.example:443'] },
    ]);
  });

  it('of TURN get credentials by the shared secret, of one participant and for a time', () => {
    const urls = ['turn:t.example:3478?transport=udp', 'turns:t.example'];
    const username = `${Date.parse('2026-11-22T13:00:00Z') / 1000 + 1}:${participantId}`;
    const credential = createHmac('sha1', secret).update(username).digest('base64');
    expect(servers(['stun:a.example', ...urls], { secret })).toEqual([
      { urls: ['stun:a.example'] },
      { urls, username, credential },
    ]);
  });

  it('of TURN keep the credentials of their own, whose characters may be percent-encoded', () => {
    expect(servers(['turn:ada:p%40ss%2C%3A@t.example', 'turn:t.example'], { secret })).toMatchObject([
      { urls: ['turn:t.example'], username: expect.stringContaining(participantId) as string },
      { urls: ['turn:t.example'], username: 'ada', credential: 'p@ss,:' },
    ]);
  });

  it('of TURN without credentials are left out: a browser refuses the whole list for one', () => {
    const urls = ['turn:t.example', 'stun:a.example'];
    expect(servers(urls)).toEqual([{ urls: ['stun:a.example'] }]);
    expect(unusable({ urls, secret: undefined })).toEqual(['turn:t.example']);
    expect(unusable({ urls, secret })).toEqual([]);
  });
});
