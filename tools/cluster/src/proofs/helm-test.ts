// `helm test` of every chart; that of the gateway makes an authenticated call through every service.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SERVICES, type Installation } from './installation.js';
import { makeKey } from '../load/organization.js';
import type { Say } from './proof.js';

export async function helmTest(installation: Installation, say: Say): Promise<void> {
  installation.secrets.set('smoke-test', { 'api-key': await makeKey(installation, 'smoke test') });
  const tested = SERVICES.map(async (service) => {
    for (const { name, passed } of await installation.test(service)) {
      const log = readFileSync(join(installation.cluster.machine.logs, `${name}.log`), 'utf8').trim();
      say(log.replaceAll(/^/gm, `    ${service}: `));
      if (!passed) throw new Error(`the test of ${service} failed`);
    }
  });
  await Promise.all(tested);
}
