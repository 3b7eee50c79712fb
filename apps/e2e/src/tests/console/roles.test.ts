import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { CONSOLE_DOCUMENT, fetchDocument, operationsOf } from '../../harness/openapi/openapi.js';
import { Members, ROLES, type Role, type SignedInAs } from '../../harness/organizations/members.js';
import { MODE } from '../../harness/processes/product.js';
import { ROOT } from '../../harness/repository.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

/** Of nothing that there is: a call that is let in changes nothing. */
const NOTHING = 'crq_01h455vb4pex5vsknk084sn02q';

/** The table of the guide: who may do each action. */
async function guide(): Promise<Map<string, Role[]>> {
  const text = await readFile(join(ROOT, 'docs/guides/roles.md'), 'utf8');
  const rows = [...text.matchAll(/^\| `([a-z_.]+)` +\|[^|]+\|([^\n]+)\|$/gm)];
  return new Map(
    rows.map(([, action = '', cells = '']) => {
      const marks = cells.split('|').map((cell) => cell.trim());
      return [action, ROLES.filter((_role, index) => marks[index] === 'yes')];
    }),
  );
}

interface RoleProblem extends ProblemBody {
  action?: string;
  requiredRole?: string;
}

describe(`roles (${MODE})`, async () => {
  const credentials = sharedProduct().credentials;
  const { baseUrl } = credentials;
  const operator = new Operator(credentials);
  const table = await guide();
  const operations = operationsOf(await fetchDocument(baseUrl, CONSOLE_DOCUMENT));
  const forMembers = operations.filter((each) => each['x-capture']?.auth !== 'public');
  const people = new Map<Role, SignedInAs>();
  const members = new Members(operator, baseUrl);
  let organizationId: string;

  function as(role: Role): SignedInAs {
    const member = people.get(role);
    if (!member) throw new Error(`nobody is signed in as ${role}`);
    return member;
  }

  // An organization of its own: nothing of it is there to be harmed.
  beforeAll(async () => {
    organizationId = await operator.organization('platform', 'Roles');
    for (const role of ROLES) people.set(role, await members.add(organizationId, role));
  });

  it('every route of the console is an action of the guide, for the roles that the guide says', () => {
    expect(table.size).toBeGreaterThan(10);
    for (const { method, path, 'x-capture': access } of forMembers) {
      expect([method, path, access?.action]).toEqual([method, path, expect.any(String)]);
      expect([path, access?.roles]).toEqual([path, table.get(access?.action ?? '')]);
    }
  });

  // Signing out comes last, each time with a sign-in of its own: it would end the one that the others are called with.
  const isOut = ({ path }: { path: string }): boolean => path.includes('/sign-out');
  const ordered = forMembers.toSorted((one, other) => Number(isOut(one)) - Number(isOut(other)));
  it.each(ROLES)(
    '%s: every console route allows the role what the roles guide says, and answers 403 to the rest',
    async (role) => {
      const { email, api } = as(role);
      for (const { method, path, requestBody, 'x-capture': access } of ordered) {
        const filled = path.replace('/console/api', '').replace(/\{\w+\}/g, NOTHING);
        const body = requestBody === undefined ? {} : { body: {} };
        const caller = isOut({ path }) ? await members.signIn(email) : api;
        const { status, body: answer } = await caller.call<RoleProblem>(method, filled, body);
        const action = access?.action ?? '';
        const allowed = table.get(action) ?? [];
        if (allowed.includes(role)) {
          expect([path, [401, 403].includes(status)]).toEqual([path, false]);
          continue;
        }
        const refusal = { code: 'insufficient_role', action, requiredRole: allowed.at(-1) };
        expect([path, status, answer]).toMatchObject([path, 403, refusal]);
      }
    },
  );

  it('who gets another role is signed out, and may as much as it says from then on', async () => {
    const { id, email, api: before } = await members.add(organizationId, 'producer');
    const close = `/capture-requests/${NOTHING}/close`;
    expect((await before.call('POST', close)).status).toBe(404);
    await operator.call('PATCH', `/orgs/${organizationId}/members/${id}`, { role: 'viewer' });
    expect((await before.call('POST', close)).status).toBe(401);
    const after = await members.signIn(email);
    expect((await after.call('POST', close)).status).toBe(403);
    expect((await after.call('GET', '/me')).body).toMatchObject({ member: { id, role: 'viewer' } });
  });
});
