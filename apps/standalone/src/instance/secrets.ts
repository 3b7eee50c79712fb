import { randomBytes } from 'node:crypto';
import { readPrivate, writePrivate } from './private-file.js';

/** Secrets of one local instance, generated at its first start and kept with its data. */
export interface Secrets {
  postgresPassword: string;
  operatorToken: string;
  /** base64 of a 32-byte Ed25519 seed; the gateway signs with it who is calling. */
  principalSigningKey: string;
  keyPepper: string;
  signInSecret: string;
  linkSecret: string;
  tokenSecret: string;
  grantSecret: string;
  /** base64 of a 32-byte Ed25519 seed; signs capture manifests. */
  signingKey: string;
  /** base64 of a 32-byte Ed25519 seed; signs consent evidence. */
  evidenceSigningKey: string;
  /** base64 of a 32-byte AES key. */
  webhookSecretKey: string;
}

function generate(): Secrets {
  const secret = (bytes = 32): string => randomBytes(bytes).toString('base64url');
  return {
    postgresPassword: randomBytes(24).toString('hex'),
    operatorToken: `cap_operator_${secret()}`,
    principalSigningKey: randomBytes(32).toString('base64'),
    keyPepper: secret(),
    signInSecret: secret(),
    linkSecret: secret(),
    tokenSecret: secret(),
    grantSecret: secret(),
    signingKey: randomBytes(32).toString('base64'),
    evidenceSigningKey: randomBytes(32).toString('base64'),
    webhookSecretKey: randomBytes(32).toString('base64'),
  };
}

/** Loads the instance's secrets and generates those that are missing, at the first start or after an upgrade. */
export async function loadSecrets(file: string): Promise<Secrets> {
  const kept = await readPrivate<Partial<Secrets> & { principalKey?: string }>(file);
  const secrets = { ...generate(), ...kept };
  // Every process of the former release could sign with it.
  delete secrets.principalKey;
  await writePrivate(file, secrets);
  return secrets;
}
