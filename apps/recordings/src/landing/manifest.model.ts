import { Ajv2020 } from 'ajv/dist/2020.js';
import { canonicalBytes, checkManifestBounds, invalidField, type MeasuredTiming } from '@capture/contracts';
import type { StoredPart } from '../takes/upload.model.js';
import { CLIENT_MANIFEST_SCHEMA } from './manifest.schema.js';
import type { Probe } from './probe/probe.js';

const MANIFEST_VERSION = 1;
/** Longest name of a gap: lists of recordings repeat it. The manifest keeps the whole. */
const MAX_GAP_TYPE = 100;

export interface ManifestFacts {
  parts: readonly StoredPart[];
  merkleRoot: string;
  receivedAt: Date;
  sha256: string;
  claimedDurationSec: number;
  probe: Probe;
}

export interface TrackTiming {
  /** Start on the server's clock, Unix time in milliseconds. */
  startedAtMs: number | null;
  /** The same of its picture and of its sound, where the room's server measured them: a file has a zero for each. */
  videoStartedAtMs: number | null;
  audioStartedAtMs: number | null;
  offsetUncertaintyMs: number | null;
  driftPpm: number | null;
  gaps: { type: string; atMs: number; durationMs: number }[];
}

interface ClaimedTiming {
  startedAt?: string | null;
  clock?: {
    samples?: number;
    offsetMs?: number | null;
    uncertaintyMs?: number | null;
    driftPpm?: number | null;
  };
  interruptions?: { type?: string | null; atMs?: number | null; durationMs?: number | null }[];
}

const validate = new Ajv2020({
  strict: false,
  allErrors: false,
  validateFormats: false,
  // That the schema is one is checked by a test: here it would cost every start the compilation of JSON Schema's own.
  meta: false,
  validateSchema: false,
}).compile(CLIENT_MANIFEST_SCHEMA);

/**
 * What the manifest of a call claims. A root of null and an empty list of fragments claim nothing: a client that has none to
 * offer says so either way.
 * @throws AppError `invalid_input` naming the member that is out of bounds, before anything else looks at it.
 */
export function claimsOf(manifest: Record<string, unknown>): Record<string, unknown> {
  checkManifestBounds(manifest);
  const { merkleRoot, fragments, ...rest } = manifest;
  const nothing = Array.isArray(fragments) ? fragments.length === 0 : (fragments ?? null) === null;
  return {
    ...rest,
    ...((merkleRoot ?? null) === null ? {} : { merkleRoot }),
    ...(nothing ? {} : { fragments }),
  };
}

/**
 * The client's manifest, known to fit the published schema and to have a canonical form.
 * @throws AppError `invalid_input` naming the member under `manifest`.
 */
export function checkClientManifest(manifest: Record<string, unknown>): void {
  if (!validate(manifest)) {
    const [problem] = validate.errors ?? [];
    const path = (problem?.instancePath ?? '').replaceAll('/', '.');
    throw invalidField(
      `manifest${path}`,
      'format',
      `manifest${path} ${problem?.message ?? 'does not fit the capture manifest schema'}.`,
    );
  }
  try {
    canonicalBytes(manifest);
  } catch {
    throw invalidField(
      'manifest',
      'format',
      'The manifest holds text or numbers that JSON cannot carry unambiguously (RFC 8785).',
    );
  }
}

/** The manifest to sign: the client's own words, then what was verified here, which nothing of the client's overrides. */
export function composeManifest(
  client: Record<string, unknown>,
  facts: ManifestFacts,
): Record<string, unknown> {
  const { signature: _signature, ...claims } = client;
  return {
    manifestVersion: MANIFEST_VERSION,
    ...claims,
    fragments: facts.parts.map(({ number, size, sha256 }) => ({ number, size, sha256 })),
    merkleRoot: facts.merkleRoot,
    server: {
      receivedAt: facts.receivedAt.toISOString(),
      sha256: facts.sha256,
      claimedDurationSec: facts.claimedDurationSec,
      probe: facts.probe,
    },
  };
}

/**
 * When the track started and where it has gaps: by what the room's server measured, else by what a checked manifest claims.
 */
export function timingOf(manifest: Record<string, unknown>, measured?: MeasuredTiming): TrackTiming {
  const { startedAt, clock, interruptions } = manifest as ClaimedTiming;
  return {
    ...(measured ? measuredStart(measured) : claimedStart(startedAt, clock)),
    gaps: (interruptions ?? []).map(({ type, atMs, durationMs }) => ({
      type: type?.slice(0, MAX_GAP_TYPE) ?? 'unknown',
      atMs: atMs ?? 0,
      durationMs: durationMs ?? 0,
    })),
  };
}

type Start = Omit<TrackTiming, 'gaps'>;

function measuredStart({ videoStartMs, audioStartMs, offsetUncertaintyMs, driftPpm }: MeasuredTiming): Start {
  return {
    startedAtMs: videoStartMs ?? audioStartMs,
    videoStartedAtMs: videoStartMs,
    audioStartedAtMs: audioStartMs,
    offsetUncertaintyMs,
    driftPpm,
  };
}

function claimedStart(startedAt: ClaimedTiming['startedAt'], clock: ClaimedTiming['clock']): Start {
  const claimed = (clock?.samples ?? 0) > 0 ? clock : undefined;
  const started = Date.parse(startedAt ?? '');
  return {
    startedAtMs: Number.isFinite(started) && claimed ? started + (claimed.offsetMs ?? 0) : null,
    videoStartedAtMs: null,
    audioStartedAtMs: null,
    offsetUncertaintyMs: claimed?.uncertaintyMs ?? null,
    driftPpm: claimed?.driftPpm ?? null,
  };
}
