// Prints the Secrets of an installation of the umbrella chart, made anew: Secrets of Kubernetes, as a JSON list.
// Usage: node tools/charts/dist/secrets.js --release NAME --namespace NAME
import { parseArgs } from 'node:util';
import { evaluationSecrets } from './settings/evaluation-secrets.js';

const { values } = parseArgs({
  options: { release: { type: 'string' }, namespace: { type: 'string' } },
});
if (values.release === undefined || values.namespace === undefined || values.release.length > 30) {
  process.stderr.write(
    'Usage: npm run -s charts -- secrets --release NAME --namespace NAME (30 characters at most)\n',
  );
  process.exit(2);
}
const items = evaluationSecrets(values.release, values.namespace);
process.stdout.write(`${JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2)}\n`);
