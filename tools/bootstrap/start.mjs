// npm start: installs, builds and runs the whole product in one process.
import { buildProduct } from './build.mjs';
import { become, ensureInstalled, pinnedNode, productEnv, productFlags, root } from './install.mjs';

ensureInstalled('product');
// Tests that start the product again and again have built it once.
if (process.env.CAPTURE_SKIP_BUILD !== '1') {
  console.log('Building…');
  await buildProduct();
}
become(pinnedNode(), [...productFlags, `${root}dist/processes/standalone.js`], productEnv);
