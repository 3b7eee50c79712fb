// npm run distributed: the same product as one process per app over NATS, Redis and PostgreSQL.
import { buildProduct } from './build.mjs';
import { become, ensureInstalled, pinnedNode, productEnv, productFlags, root } from './install.mjs';
import { ensureServers } from './servers.mjs';

ensureInstalled('product');
ensureServers(['nats-server', 'redis-server']);
if (process.env.CAPTURE_SKIP_BUILD !== '1') {
  console.log('Building…');
  await buildProduct();
}
become(pinnedNode(), [...productFlags, `${root}dist/processes/distributed.js`], productEnv);
