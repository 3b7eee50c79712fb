// The build stage of deploy/Dockerfile: leaves in /app what the image of the service in $SERVICE holds. A context that
// `npm run images` prepared brings it ready as `prepared`.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';

mkdirSync('/store', { recursive: true });
if (existsSync('prepared')) cpSync('prepared', '/app', { recursive: true });
else {
  const args = ['tools/images/src/prepare.mjs', process.env.SERVICE, '/app'];
  process.exitCode = spawnSync(process.execPath, args, { stdio: 'inherit' }).status ?? 1;
}
