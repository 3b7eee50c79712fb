import { describe, expect, it } from 'vitest';
import { pageFor, phaseAfter, phaseOfSignIn, problemOf } from './room.phase.js';

describe('a person who cannot be in a room', () => {
  it('gets the page that says why, by the service’s own code where there is one', () => {
    expect(pageFor({ status: 409, serviceCode: 'session_closed' })).toBe('closed');
    expect(pageFor({ status: 409, serviceCode: 'session_full' })).toBe('full');
    expect(pageFor({ status: 401, serviceCode: 'link_expired' })).toBe('link_expired');
    expect(pageFor({ status: 403, serviceCode: 'host_only' })).toBe('host_only');
  });

  it('may try again after what may pass', () => {
    expect([pageFor({ status: 503 }), pageFor({ status: 429 }), pageFor({})]).toEqual([null, null, null]);
    expect(problemOf('upload_failed')).toBe('other');
    expect(problemOf('no_devices')).toBe('no_devices');
  });

  it('is told after a socket’s end whether they were removed, replaced, or the room is over', () => {
    expect(phaseAfter('removed')).toEqual({ name: 'page', page: 'removed' });
    expect(phaseAfter('replaced')).toEqual({ name: 'page', page: 'replaced' });
    expect(phaseAfter('ended')).toEqual({ name: 'after', reason: 'ended' });
  });
});

describe('signing in to host', () => {
  it('asks for a code when there is a challenge, and goes on without one', () => {
    expect(phaseOfSignIn({ challenge: 'c1' }, null)).toMatchObject({ problem: null, challenge: 'c1' });
    expect(phaseOfSignIn({ challenge: null }, null)).toBeNull();
    expect(phaseOfSignIn({ challenge: null }, 'c1')).toBeNull();
  });

  it('asks for the code again after a wrong one, and for the password once the challenge has ended', () => {
    const asked = (problem: 'wrong_code' | 'ended' | 'network') => phaseOfSignIn({ problem }, 'c1');
    expect(asked('wrong_code')).toMatchObject({ problem: 'wrong_code', challenge: 'c1' });
    expect(asked('network')).toMatchObject({ problem: 'network', challenge: 'c1' });
    expect(asked('ended')).toMatchObject({ problem: 'ended', challenge: null });
  });
});
