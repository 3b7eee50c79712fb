import { readFile } from 'node:fs/promises';
import { ALL_SCOPES, Operator } from '../clients/operator.js';
import type { SharedProduct } from '../processes/shared-product.js';
import { Members, PASSWORD } from './members.js';

/** Names a file that says where an installation is that was started by somebody else. */
const VARIABLE = 'CAPTURE_E2E_INSTALLATION';

/** How that installation is reached: `{ baseUrl, operatorUrl, operatorToken }`. */
type Access = Pick<SharedProduct['credentials'], 'baseUrl' | 'operatorUrl' | 'operatorToken'>;

/** An installation to test instead of instances of this run; undefined where none is named. */
export async function givenInstallation(): Promise<Access | undefined> {
  const file = process.env[VARIABLE];
  return file ? (JSON.parse(await readFile(file, 'utf8')) as Access) : undefined;
}

/**
 * Makes there what the first start of an instance makes: an organization with keys and an owner. Nobody can read its log or
 * signal its processes, so that `dataDir` and `pid` name nothing.
 */
export async function newcomerOf(access: Access): Promise<SharedProduct> {
  const operator = new Operator(access);
  const organizationId = await operator.organization('platform');
  const live = await operator.key(organizationId);
  const test = await operator.key(organizationId, { mode: 'test', scopes: ALL_SCOPES });
  const owner = await new Members(operator, access.baseUrl).add(organizationId, 'owner');
  const credentials = {
    ...access,
    webUrl: access.baseUrl,
    liveKey: live.key,
    testKey: test.key,
    organizationId,
    consoleEmail: owner.email,
    consolePassword: PASSWORD,
    pid: Number.NaN,
  };
  return { credentials, dataDir: '' };
}
