import { startAuthentication, startRegistration, WebAuthnError } from '@simplewebauthn/browser';
import { call, type Answer, type Body } from '../api/console-client.js';
import { passkeysCopy as copy } from '../copy/passkeys.copy.js';

type Added = '/console/api/passkeys';
const SIGN_IN = '/console/api/sign-in/passkey';
/** As long as a challenge is good. */
const TIMEOUT_MS = 5 * 60_000;
/** COSE algorithms that the server knows: EdDSA, ES256, RS256. */
const ALGORITHMS = [-8, -7, -257];

/** Has the device make a key pair. @throws Error with a sentence for the person */
export async function makePasskey(
  { challenge, rpId, userHandle, knownCredentialIds }: Answer<`${Added}/begin`, 'post'>,
  email: string,
): Promise<Body<Added, 'post'>> {
  const { id, response } = await asked(() =>
    startRegistration({
      optionsJSON: {
        challenge,
        rp: { id: rpId, name: 'Capture' },
        user: { id: userHandle, name: email, displayName: email },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
        excludeCredentials: knownCredentialIds.map((known) => ({ id: known, type: 'public-key' })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout: TIMEOUT_MS,
      },
    }),
  );
  const { clientDataJSON: clientData, attestationObject: attestation } = response;
  return { credentialId: id, clientData, attestation };
}

/** Has the device sign a challenge with a passkey that the person chooses. @throws Error with a sentence for the person */
async function signWithPasskey({
  challenge,
  rpId,
}: Answer<typeof SIGN_IN, 'post'>): Promise<Body<`${typeof SIGN_IN}/finish`, 'post'>> {
  const optionsJSON = { challenge, rpId, userVerification: 'required' as const, timeout: TIMEOUT_MS };
  const { id, response } = await asked(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON: clientData, authenticatorData, signature, userHandle = '' } = response;
  return { credentialId: id, clientData, authenticatorData, signature, userHandle };
}

/**
 * @param wanted the room to host, whose organization the sign-in is for
 * @throws Error with a sentence for the person, or ConsoleError
 */
export async function signInWithPasskey(wanted: { sessionId?: string } = {}) {
  const body = { ...(await signWithPasskey(await call('post', SIGN_IN))), ...wanted };
  return call('post', `${SIGN_IN}/finish`, { body });
}

/** Browsers say why in words for programmers. */
async function asked<T>(ceremony: () => Promise<T>): Promise<T> {
  try {
    return await ceremony();
  } catch (error) {
    throw new Error(sentenceOf(error), { cause: error });
  }
}

function sentenceOf(error: unknown): string {
  const code = error instanceof WebAuthnError ? error.code : undefined;
  if (code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return copy.known;
  if (code === 'ERROR_INVALID_DOMAIN' || code === 'ERROR_INVALID_RP_ID') return copy.wrongAddress;
  return copy.notGiven;
}
