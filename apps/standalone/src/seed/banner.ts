import { relative } from 'node:path';
import type { Instance } from '../instance/instance.js';
import type { Progress } from '../terminal/progress.js';
import type { Credentials } from './seed.js';

/** Prints addresses, keys and sign-in once the product answers, and where mails go. */
export function printReady(progress: Progress, credentials: Credentials, { dataDir, env }: Instance): void {
  const sendsMail = env['CAPTURE_SMTP_URL'] !== undefined;
  const { baseUrl, webUrl, liveKey, testKey, operatorUrl, consoleEmail, consolePassword } = credentials;
  const path = relative(process.cwd(), dataDir.path) || dataDir.path;
  const mails = sendsMail
    ? 'Mails go to the server of CAPTURE_SMTP_URL.'
    : `Mails are files in ${path}/mail/.`;
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
  ${mails}

Try it:
  curl -s ${baseUrl}/api/v1/capture-requests -H "Authorization: Bearer ${liveKey}"

Ctrl-C stops it.
`);
}
