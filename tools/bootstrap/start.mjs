// npm start: installs, builds and runs the whole product in one process.
import { build } from './build.mjs';
import { become, ensureInstalled, pinnedNode, root } from './install.mjs';

const requested = performance.now();
ensureInstalled();
console.log('Building…');
build();
become(pinnedNode(), [`${root}apps/standalone/dist/main.js`], {
  CAPTURE_START_OVERHEAD_MS: String(Math.round(performance.now() - requested)),
});
