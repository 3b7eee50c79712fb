import { beforeAll, describe, expect, it } from 'vitest';
import { Api, type ProblemBody } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Added {
  data: { email: string }[];
  suppressed: { email: string }[];
}

describe(`addresses of people (${MODE})`, () => {
  const { baseUrl, organizationId } = sharedProduct().credentials;
  const operator = new Operator(sharedProduct().credentials);
  let api: Api;

  // A key of its own: files that ran in the same minute have used up the budget of the first one.
  beforeAll(async () => {
    api = new Api(baseUrl, (await operator.key(organizationId)).key);
  });

  const invite = async (contacts: object[]) => {
    const { id } = await api.post<{ id: string }>('/v1/capture-requests', { title: 'Who', prompt: 'Who?' });
    return api.call<Added & ProblemBody>('POST', `/v1/capture-requests/${id}/contacts`, {
      body: { contacts },
    });
  };

  it('a suppressed address is skipped in every spelling of it (scenario 91)', async () => {
    const suppressions = `/orgs/${organizationId}/suppressions`;
    for (const email of ['ada@bücher-91.test', 'bob@supp-91.test'])
      await operator.call('POST', suppressions, { email });
    const spellings = ['Ada@bu\u0308cher-91.test', '"bob"@supp-91.test'];
    const { status, body } = await invite(
      [...spellings, 'eve@supp-91.test'].map((email) => ({ email, name: 'X' })),
    );
    expect(status).toBe(201);
    expect(body.suppressed.map(({ email }) => email)).toEqual(spellings);
    expect(body.data.map(({ email }) => email)).toEqual(['eve@supp-91.test']);
    const ascii = new URL('http://bücher-91.test').hostname;
    expect((await invite([{ email: `ada@${ascii}`, name: 'X' }])).body.data).toEqual([]);
  });

  it('an address or a name with characters that nobody sees is refused, and the field is named (scenario 91)', async () => {
    for (const email of ['bob@su\u00adpp-91.test', 'bo\u200bb@supp-91.test']) {
      const { status, body } = await invite([{ email, name: 'Bob' }]);
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'contacts.0.email']);
    }
    for (const name of ['\u200b', 'Ada \u202eecilA']) {
      const { status, body } = await invite([{ email: 'carl@supp-91.test', name }]);
      expect([status, body.code, body.field]).toEqual([400, 'invalid_input', 'contacts.0.name']);
    }
  });
});
