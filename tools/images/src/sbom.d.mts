export interface Sbom {
  bomFormat: 'CycloneDX';
  specVersion: string;
  serialNumber: string;
  metadata: { component: { name: string; version: string } };
  components: {
    'bom-ref': string;
    name: string;
    version: string;
    hashes?: { alg: string; content: string }[];
  }[];
}
/** CycloneDX of what is installed in `app`, with the hashes that `lockfile` (of pnpm) pins. */
export function sbomOf(app: string, lockfile: string): Sbom;
