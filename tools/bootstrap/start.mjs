// npm start: installs, builds and runs the whole product in one process.
import { build } from './build.mjs';
import { become, ensureInstalled, pinnedNode, productFlags, root } from './install.mjs';

ensureInstalled();
console.log('Building…');
build();
become(pinnedNode(), [...productFlags, `${root}apps/standalone/dist/main.js`]);
