import { readFile } from 'node:fs/promises';
import { Operator } from '../clients/operator.js';
import type { SharedProduct } from '../processes/shared-product.js';
import { Members, PASSWORD } from './members.js';

/** Path of a JSON file that says how to reach an installation that runs already. */
const VARIABLE = 'CAPTURE_E2E_INSTALLATION';

/** The file's content: `{ baseUrl, operatorUrl, operatorToken }`, and `storeOrigin` where pages send media past the gateway. */
type Access = Pick<SharedProduct['credentials'], 'baseUrl' | 'operatorUrl' | 'operatorToken' | 'storeOrigin'>;

/** The installation to test instead of instances of this run; undefined where no file is named. */
export async function givenInstallation(): Promise<Access | undefined> {
  const file = process.env[VARIABLE];
  return file ? (JSON.parse(await readFile(file, 'utf8')) as Access) : undefined;
}

/**
 * Adds to the installation what the first start of an instance makes: an organization with keys and an owner. Tests cannot
 * read the installation's files or signal its processes: `dataDir` is empty and `pid` is NaN.
 */
export async function newOrganizationIn(access: Access): Promise<SharedProduct> {
  const operator = new Operator(access);
  const organizationId = await operator.organization('platform');
  const owner = await new Members(operator, access.baseUrl).add(organizationId, 'owner');
  const live = await operator.key(organizationId, { member: owner.email });
  const test = await operator.key(organizationId, { mode: 'test', member: owner.email });
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
