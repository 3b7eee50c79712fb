import { MANIFEST_VERSIONS } from '@capture/contracts';

const NUMBER = { type: ['number', 'null'] } as const;
const TEXT = { type: ['string', 'null'], maxLength: 2000 } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;
const SHA256 = { type: 'string', pattern: '^[0-9a-f]{64}$' } as const;
const TIME = { type: ['string', 'null'], maxLength: 40 } as const;
const OPEN = { type: 'object', additionalProperties: true } as const;

function object(properties: Record<string, object>, required: string[] = []): object {
  return { type: 'object', properties, required, additionalProperties: true };
}

function list(items: object): object {
  return { type: 'array', items };
}

/** What a client may say of how a take was made. Further members are kept and signed as they came. */
const CLIENT_PROPERTIES: Record<string, object> = {
  manifestVersion: { enum: MANIFEST_VERSIONS, description: 'Version of this format' },
  sdk: object({ name: TEXT, version: TEXT }),
  userAgent: TEXT,
  platform: TEXT,
  recorder: object({
    mimeType: TEXT,
    videoBitsPerSecond: NUMBER,
    audioBitsPerSecond: NUMBER,
    timesliceMs: NUMBER,
  }),
  constraints: { ...OPEN, type: ['object', 'null'], description: 'What was asked of the devices' },
  settings: { ...OPEN, type: ['object', 'null'], description: 'What the devices really gave' },
  devices: list(object({ kind: { enum: ['camera', 'microphone', 'screen'] }, label: TEXT }, ['kind'])),
  startedAt: { ...TIME, description: 'ISO 8601, the device’s clock' },
  stoppedAt: TIME,
  clock: object({
    samples: { ...COUNT, description: 'How many were taken' },
    offsetMs: NUMBER,
    uncertaintyMs: NUMBER,
    driftPpm: NUMBER,
  }),
  fragments: {
    ...list(
      object({ number: { type: 'integer', minimum: 1 }, size: COUNT, sha256: SHA256 }, [
        'number',
        'size',
        'sha256',
      ]),
    ),
    description: 'The parts, in order, as they were verified on arrival',
  },
  merkleRoot: { ...SHA256, description: 'RFC 6962 root over the SHA-256 digests of the parts' },
  interruptions: list(object({ type: TEXT, atMs: NUMBER, durationMs: NUMBER })),
};

const SERVER = object(
  {
    receivedAt: { type: 'string', format: 'date-time' },
    sha256: { ...SHA256, description: 'SHA-256 of the whole file' },
    claimedDurationSec: { type: 'number', description: 'What the client said' },
    probe: object(
      {
        ok: { type: 'boolean' },
        error: TEXT,
        container: TEXT,
        codecs: { ...TEXT, description: 'RFC 6381, video first' },
        width: NUMBER,
        height: NUMBER,
        audioPreSkipMs: { ...NUMBER, description: 'What players leave out of an Opus sound, RFC 7845' },
        durationMs: NUMBER,
        sizeBytes: COUNT,
      },
      ['ok', 'error', 'sizeBytes'],
    ),
  },
  ['receivedAt', 'sha256', 'probe'],
);

const SIGNATURE = object(
  {
    alg: { const: 'EdDSA' },
    kid: { type: 'string', description: 'RFC 7638 thumbprint; the key is in /.well-known/capture-keys.json' },
    value: { type: 'string', pattern: '^[A-Za-z0-9_-]{86}$', description: 'base64url Ed25519 signature' },
  },
  ['alg', 'kid', 'value'],
);

/** The client's part alone: what complete takes. */
export const CLIENT_MANIFEST_SCHEMA = object(CLIENT_PROPERTIES);

/** The published format of a capture manifest. */
export const CAPTURE_MANIFEST_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'Capture manifest',
  description:
    'How a take was made, as its recorder saw it, and what the service received. The signature is over the RFC 8785 form of the document without `signature`.',
  ...object({ ...CLIENT_PROPERTIES, server: SERVER, signature: SIGNATURE }, [
    'manifestVersion',
    'fragments',
    'merkleRoot',
    'server',
    'signature',
  ]),
};
