import { verifyRegistrationResponse } from '@simplewebauthn/server';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AccountsConfig } from '../config.js';
import { WebAuthn } from './web-authn.js';

vi.mock('@simplewebauthn/server', () => ({
  verifyAuthenticationResponse: vi.fn(),
  verifyRegistrationResponse: vi.fn(() => Promise.resolve({ verified: false })),
}));
afterEach(() => vi.clearAllMocks());

const webAuthn = new WebAuthn({
  CAPTURE_PUBLIC_URL: 'https://capture.example/base',
  CAPTURE_SIGN_IN_SECRET: 'a secret of the tests that is long enough',
} as AccountsConfig);

function attestation(format: string, statement: Map<string, unknown>): string {
  const entries: [string, unknown][] = [
    ['fmt', format],
    ['attStmt', statement],
    ['authData', new Uint8Array(37)],
  ];
  return Buffer.from(isoCBOR.encode(new Map(entries) as never)).toString('base64url');
}

async function isLookedAt(format: string, statement: Map<string, unknown> = new Map()): Promise<boolean> {
  const answer = { credentialId: 'aWQ', clientData: 'e30', attestation: attestation(format, statement) };
  await webAuthn.verifyNew(answer, 'challenge');
  return vi.mocked(verifyRegistrationResponse).mock.calls.length > 0;
}

describe('a new passkey', () => {
  it('is looked at without certificates: with no attestation, or one by the key itself', async () => {
    expect(await isLookedAt('none')).toBe(true);
    vi.clearAllMocks();
    expect(await isLookedAt('packed', new Map([['alg', -7]]))).toBe(true);
  });

  it.each([
    ['packed', new Map([['x5c', [new Uint8Array(1)]]])],
    ['fido-u2f', new Map([['x5c', [new Uint8Array(1)]]])],
    ['android-safetynet', new Map([['response', new Uint8Array(1)]])],
    ['tpm', new Map()],
  ])(
    'is refused unseen as %s with certificates, which could name addresses to fetch',
    async (format, stmt) => {
      expect(await isLookedAt(format, stmt)).toBe(false);
    },
  );
});

describe('what passkeys are bound to', () => {
  it('is the host name that people open, without port and path, and the person by a handle', () => {
    expect(webAuthn.rpId).toBe('capture.example');
    const [ada, bob] = ['ada@acme.example', 'bob@acme.example'].map((email) => webAuthn.userHandleOf(email));
    expect([ada === bob, ada?.includes('ada')]).toEqual([false, false]);
  });

  it('is no challenge where the answer holds none', async () => {
    expect(await webAuthn.challengeIn('not base64url of JSON')).toBe('');
  });
});
