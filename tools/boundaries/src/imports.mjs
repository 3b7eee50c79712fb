// Checks what may import what. Usage: node tools/boundaries/src/imports.mjs [root]
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cruise } from 'dependency-cruiser';
import { options, ROOT_FILES, rules, subjects } from './dependency-rules.mjs';

/** Every `apps/x` and `libs/x` below `root`. */
function projects(root) {
  return ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => `${group}/${name}`),
  );
}

async function violations(root, forbidden, exclude) {
  const { output } = await cruise(projects(root), {
    ...options,
    baseDir: root,
    validate: true,
    ruleSet: { forbidden },
    exclude: { path: [...options.exclude.path, ...exclude] },
    metrics: forbidden.some((rule) => rule.scope === 'folder'),
    outputType: 'json',
  });
  const { summary } = JSON.parse(output);
  return summary.violations.map(({ rule, from, to, cycle = [] }) => ({
    rule: rule.name,
    from,
    to: cycle.length > 0 ? cycle.map(({ name }) => name).join(' → ') : to,
  }));
}

/** Breaches of the boundaries below `root`: `[{rule, from, to}]`. */
export async function breaches(root) {
  return [
    ...(await violations(root, rules, [])),
    // Subjects see the files at the root of their app and the app's module sees the subjects: that is no loop of theirs.
    ...(await violations(root, [subjects], [ROOT_FILES, '[.]test[.]tsx?$', '/test/', '/generated/'])),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const found = await breaches(process.argv[2] ?? process.cwd());
  const comments = new Map([...rules, subjects].map(({ name, comment }) => [name, comment]));
  for (const { rule, from, to } of found) console.error(`${rule}: ${from} → ${to}\n  ${comments.get(rule)}`);
  process.exit(found.length > 0 ? 1 : 0);
}
