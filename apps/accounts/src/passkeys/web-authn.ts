import { Injectable } from '@nestjs/common';
import { keyedHash } from '@capture/platform';
import { AccountsConfig } from '../config.js';
import type { Passkey } from './passkey.repository.js';

/** The library brings readers of every kind of certificate along, of which passkeys here need none: it is loaded for the first passkey. */
async function loadLibrary() {
  const [checks, helpers] = await Promise.all([
    import('@simplewebauthn/server'),
    import('@simplewebauthn/server/helpers'),
  ]);
  return { ...checks, ...helpers };
}

type Library = Awaited<ReturnType<typeof loadLibrary>>;

/** What a device answers when it has made a key pair; each in base64url. */
export interface NewCredential {
  credentialId: string;
  clientData: string;
  attestation: string;
}

/** What a device answers when it has signed a challenge; each in base64url. */
export interface SignedChallenge {
  credentialId: string;
  clientData: string;
  authenticatorData: string;
  signature: string;
  userHandle: string;
}

/** Checks what devices answer (WebAuthn), for the host name that people open. */
@Injectable()
export class WebAuthn {
  /** The host name that passkeys are bound to. */
  readonly rpId: string;
  private readonly origin: string;

  constructor(private readonly config: AccountsConfig) {
    const { hostname, origin } = new URL(config.CAPTURE_PUBLIC_URL);
    this.rpId = hostname;
    this.origin = origin;
  }

  /** What devices know a person by: it follows from the address, which it does not reveal. */
  userHandleOf(email: string): string {
    return keyedHash(this.config.CAPTURE_SIGN_IN_SECRET, `passkeys of ${email}`, 'base64url');
  }

  /** The challenge that was signed, which may be any text. */
  async challengeIn(clientData: string): Promise<string> {
    const { decodeClientDataJSON } = await loadLibrary();
    try {
      return String(decodeClientDataJSON(clientData).challenge);
    } catch {
      return '';
    }
  }

  /** What is to be stored of a new key pair; undefined when the answer is not right. */
  async verifyNew(
    { credentialId, clientData, attestation }: NewCredential,
    expectedChallenge: string,
  ): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter'> | undefined> {
    const library = await loadLibrary();
    const { EdDSA, ES256, RS256 } = library.cose.COSEALG;
    try {
      if (!isPlain(attestation, library)) return undefined;
      const { verified, registrationInfo } = await library.verifyRegistrationResponse({
        response: {
          ...namesOf(credentialId),
          response: { clientDataJSON: clientData, attestationObject: attestation },
        },
        ...this.expected(expectedChallenge),
        supportedAlgorithmIDs: [EdDSA, ES256, RS256],
      });
      if (!verified) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      return { credentialId: id, publicKey, counter: BigInt(counter) };
    } catch {
      return undefined;
    }
  }

  /** How many signatures the device has counted; undefined when the answer is not right. */
  async verifySigned(
    { email, publicKey }: Pick<Passkey, 'email' | 'publicKey'>,
    { credentialId, clientData, authenticatorData, signature, userHandle }: SignedChallenge,
    expectedChallenge: string,
  ): Promise<bigint | undefined> {
    if (userHandle !== this.userHandleOf(email)) return undefined;
    const { verifyAuthenticationResponse } = await loadLibrary();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          ...namesOf(credentialId),
          response: { clientDataJSON: clientData, authenticatorData, signature },
        },
        ...this.expected(expectedChallenge),
        // Whether the counter went back is judged by the caller, who also writes it down.
        credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: 0 },
      });
      return verified ? BigInt(authenticationInfo.newCounter) : undefined;
    } catch {
      return undefined;
    }
  }

  private expected(expectedChallenge: string) {
    const { origin: expectedOrigin, rpId: expectedRPID } = this;
    return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
  }
}

/**
 * Whether an attestation holds no certificates. None is asked for, and checking one may fetch what it names from anywhere.
 */
function isPlain(attestation: string, { decodeAttestationObject, isoBase64URL }: Library): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const format = decoded.get('fmt');
  return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
}

function namesOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
}
