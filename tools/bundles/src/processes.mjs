// Bundles everything that runs in a checkout into dist/processes: the whole product, its supervisor, and each app.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES } from '../../bootstrap/build.mjs';
import { root } from '../../bootstrap/install.mjs';
import { bundle } from './bundle.mjs';

const FOLDER = join(root, 'dist/processes');
/** A process of the build before may load a chunk of it at any time. */
const KEPT_MS = 86_400_000;

const compiled = (app, file) => join(root, 'apps', app, 'dist', `${file}.js`);

const written = await bundle(
  {
    standalone: compiled('standalone', 'main'),
    distributed: compiled('standalone', 'distributed'),
    ...Object.fromEntries(SERVICES.map((service) => [service, compiled(service, 'main')])),
  },
  FOLDER,
);

for (const name of readdirSync(FOLDER)) {
  const file = join(FOLDER, name);
  if (!written.includes(name) && Date.now() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
}
