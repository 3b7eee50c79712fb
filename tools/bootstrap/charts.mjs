// npm run charts: check [--write] the Helm charts, or print the Secrets of an installation that is to be tried out.
import { ensureInstalled, pinnedNode, runTool } from './install.mjs';

const COMMANDS = ['check', 'secrets'];
const [, , command, ...args] = process.argv;
if (!COMMANDS.includes(command)) {
  console.error(`Usage: npm run charts -- ${COMMANDS.join('|')}`);
  process.exit(2);
}
// Nothing but what the command prints: the Secrets are piped on.
ensureInstalled();
runTool(pinnedNode(), ['tools/generators/prisma-generate.mjs']);
runTool('tsc', ['-b', 'tools/charts', '--pretty', 'false']);
runTool(pinnedNode(), [`tools/charts/dist/${command}.js`, ...args]);
