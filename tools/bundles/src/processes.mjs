// Bundles everything that runs in a checkout into dist/processes: the whole product, its supervisor, and each app.
import { join } from 'node:path';
import { root } from '../../bootstrap/install.mjs';
import { bundle } from './bundle.mjs';

const APPS = ['accounts', 'capture-requests', 'gateway', 'recordings', 'sessions', 'webhooks'];

const compiled = (app, file) => join(root, 'apps', app, 'dist', `${file}.js`);

await bundle(
  {
    standalone: compiled('standalone', 'main'),
    distributed: compiled('standalone', 'distributed'),
    ...Object.fromEntries(APPS.map((app) => [app, compiled(app, 'main')])),
  },
  join(root, 'dist/processes'),
);
