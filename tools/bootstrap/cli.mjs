// npm run capture -- NOUN VERB: the operator CLI.
import { become, ensureInstalled, pinnedNode, root } from './install.mjs';

ensureInstalled();
become(pinnedNode(), [`${root}tools/cli/src/main.mjs`, ...process.argv.slice(2)]);
