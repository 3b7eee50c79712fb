/** What lists of recordings say of a track's manifest: bounded, however large that is. */
export interface ManifestSummary {
  manifestVersion: number;
  sdk: { name: string | null; version: string | null } | null;
  platform: string | null;
  startedAt: string | null;
  stoppedAt: string | null;
  merkleRoot: string;
  fragmentCount: number;
  interruptionCount: number;
}

type Composed = Pick<ManifestSummary, 'manifestVersion' | 'merkleRoot'> &
  Partial<Pick<ManifestSummary, 'platform' | 'startedAt' | 'stoppedAt'>> & {
    sdk?: { name?: string | null; version?: string | null };
    fragments: unknown[];
    interruptions?: unknown[];
  };

/** Longest text of a summary, in UTF-16 units. */
const MAX_TEXT = 200;

/** Summary of a composed manifest, given as its JSON text. Unsigned: the signature is over the whole. */
export function summaryOf(text: string): ManifestSummary {
  const manifest = JSON.parse(text) as Composed;
  const { sdk, manifestVersion, merkleRoot, fragments, interruptions } = manifest;
  return {
    manifestVersion,
    sdk: sdk ? { name: shortened(sdk.name), version: shortened(sdk.version) } : null,
    platform: shortened(manifest.platform),
    startedAt: shortened(manifest.startedAt),
    stoppedAt: shortened(manifest.stoppedAt),
    merkleRoot,
    fragmentCount: fragments.length,
    interruptionCount: interruptions?.length ?? 0,
  };
}

function shortened(text: string | null | undefined): string | null {
  return text?.slice(0, MAX_TEXT) ?? null;
}
