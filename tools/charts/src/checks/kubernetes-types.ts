// Manifests held to Kubernetes' own types: each is written as a literal of its type, and the compiler refuses members
// that the type does not have, as well as values of another kind.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import ts from 'typescript';
import type { Manifest } from '../helm/helm.js';

/** Groups that are not Kubernetes' own, and the packages that have their types. */
const PACKAGES: Record<string, string> = {
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
};

function moduleOf({ apiVersion, kind }: Manifest): string {
  const [group = ''] = apiVersion.split('/');
  return `${PACKAGES[group] ?? 'kubernetes-models'}/${apiVersion}/${kind}`;
}

/** One constant for each manifest; `lines` says which manifest and line a line of the text is. */
function literals(manifests: Manifest[]): { text: string; lines: string[] } {
  const lines: string[] = [];
  for (const [index, manifest] of manifests.entries()) {
    const { kind, metadata } = manifest;
    const type = `import('${moduleOf(manifest)}').I${kind}`;
    lines.push(
      `const manifest${index}: ${type} = ${JSON.stringify(manifest, null, 1)}; // ${kind} ${metadata.name}`,
    );
    lines.push(`void manifest${index};`);
  }
  return { text: lines.join('\n'), lines: lines.join('\n').split('\n') };
}

function labelAt(lines: string[], line: number): string {
  const end = lines.slice(line).find((text) => text.startsWith('}; // ')) ?? '';
  return `${end.slice('}; // '.length)}: ${lines[line]?.trim() ?? ''}`;
}

/** What Kubernetes would refuse or silently drop, as sentences. `folder` is one from which the types are found. */
export function typeErrors(folder: string, manifests: Manifest[]): string[] {
  const distinct = new Map(
    manifests.map((manifest) => [
      createHash('sha256').update(JSON.stringify(manifest)).digest('hex'),
      manifest,
    ]),
  );
  const { text, lines } = literals([...distinct.values()]);
  const path = join(folder, 'manifests.ts');
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.getSourceFile = (name, ...rest) =>
    name === path
      ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022)
      : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([path], options, host);
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file?.fileName === path ? file.getLineAndCharacterOfPosition(start).line : 0;
    return `${labelAt(lines, line)}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}
