// The order in which Helm hands a release's manifests over.
import type { Manifest } from '@capture/charts-tool/rendering';

const HOOK = 'helm.sh/hook';

const hooksOf = ({ metadata }: Manifest): string[] => (metadata.annotations?.[HOOK] ?? '').split(',');
const weightOf = ({ metadata }: Manifest): number =>
  Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);

export interface Release {
  /** In the order in which they run; each has to be done before the next. */
  before: Manifest[];
  objects: Manifest[];
  tests: Manifest[];
}

/** @throws Error that names a hook which is not known here */
export function releaseOf(manifests: readonly Manifest[], event: 'install' | 'upgrade'): Release {
  const known = ['', 'pre-install', 'pre-upgrade', 'test'];
  for (const manifest of manifests) {
    const unknown = hooksOf(manifest).filter((hook) => !known.includes(hook));
    if (unknown.length > 0)
      throw new Error(`${manifest.kind} ${manifest.metadata.name}: hook ${unknown.join()} is not known here`);
  }
  const of = (hook: string): Manifest[] => manifests.filter((manifest) => hooksOf(manifest).includes(hook));
  const before = of(`pre-${event}`).sort((one, other) => weightOf(one) - weightOf(other));
  return { before, objects: of(''), tests: of('test') };
}
