// Usage: node tools/charts/dist/generate.js
import { fileURLToPath } from 'node:url';
import { writeFiles } from './files/generate.js';

await writeFiles(fileURLToPath(new URL('../../..', import.meta.url)));
