import type { Plugin, Rolldown } from 'vite';

/**
 * Writes a page for each of `entries`, modules that `main.tsx` imports when it knows the path: `index.html` with links to what that
 * module needs, so that a browser asks for all of it at once and not for one after another.
 *
 * @param entries by the name of their page
 * @param calls that a page begins with, by its name: they are asked for with the scripts, and their answers are there when these run
 */
export function pagePerEntry(entries: Record<string, string>, calls: Record<string, string[]>): Plugin {
  return {
    name: 'page-per-entry',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const index = bundle['index.html'];
        if (index?.type !== 'asset') throw new Error('index.html is not in the build');
        const html = String(index.source);
        for (const [page, module] of Object.entries(entries)) {
          const files = [...filesOf(bundle, module)].filter((file) => !html.includes(file));
          const links = [...files.map(linkTo), ...(calls[page] ?? []).map(callTo)];
          const source = html.replace('  </head>', `${links.join('\n')}\n  </head>`);
          this.emitFile({ type: 'asset', fileName: `${page}.html`, source });
        }
      },
    },
  };
}

const linkTo = (file: string): string =>
  file.endsWith('.css')
    ? `    <link rel="stylesheet" crossorigin href="/${file}">`
    : `    <link rel="modulepreload" crossorigin href="/${file}">`;

/** As `fetch` calls it, or the browser would call twice. */
const callTo = (path: string): string => `    <link rel="preload" as="fetch" crossorigin href="${path}">`;

/** The scripts and styles that a module cannot begin without. */
function filesOf(bundle: Rolldown.OutputBundle, module: string): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const entry = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(module));
  if (!entry) throw new Error(`${module} is no chunk of its own`);
  const files = new Set<string>();
  const seen = new Set<string>();
  const visit = ({ fileName, imports, viteMetadata }: Rolldown.OutputChunk): void => {
    if (seen.has(fileName)) return;
    seen.add(fileName);
    for (const name of imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') visit(imported);
    }
    // After those of what it imports, as it may override them.
    for (const style of viteMetadata?.importedCss ?? []) files.add(style);
    files.add(fileName);
  };
  visit(entry);
  return files;
}
