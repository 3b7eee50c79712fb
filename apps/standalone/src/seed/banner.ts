import { relative } from 'node:path';
import type { DataDir } from '../instance/data-dir.js';
import type { Progress } from '../terminal/progress.js';
import type { Credentials } from './seed.js';

/** Prints addresses, keys and sign-in once the product answers. */
export function printReady(progress: Progress, credentials: Credentials, dataDir: DataDir): void {
  const { baseUrl, webUrl, liveKey, testKey, operatorUrl, consoleEmail, consolePassword } = credentials;
  const path = relative(process.cwd(), dataDir.path) || dataDir.path;
  progress.note(`
Capture is ready (${progress.elapsed}).

  API        ${baseUrl}/api/v1
  Reference  ${baseUrl}/api/docs
  Web        ${webUrl}
  Operator   ${operatorUrl}/operator/v1
  Live key   ${liveKey}
  Test key   ${testKey}
  Sign-in    ${consoleEmail}  ${consolePassword}

  Data and credentials are in ${path}/ (dev-credentials.json), the log in ${path}/capture.log.

Try it:
  curl -s ${baseUrl}/api/v1/capture-requests -H "Authorization: Bearer ${liveKey}"

Ctrl-C stops it.
`);
}
