import { newId } from '@capture/contracts';
import { keyPrincipal } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { Integrator, type Contact } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());

const person = (name: string): { email: string; name: string } => ({ email: `${name}@example.com`, name });
const people = (count: number, prefix = 'p'): object[] =>
  Array.from({ length: count }, (_, index) => person(`${prefix}${index}`));

interface Added {
  data: Contact[];
  suppressed: object[];
  code?: string;
  cap?: number;
  count?: number;
  field?: string;
}

describe('add contacts', () => {
  it('answers each with a personal link, which nobody else has', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const { status, body } = await integrator.call<Added>('POST', `/${id}/contacts`, {
      contacts: people(100),
    });
    expect([status, body.suppressed]).toEqual([201, []]);
    expect(body.data[7]).toEqual({
      ...person('p7'),
      id: expect.stringMatching(/^cnt_/),
      link: expect.stringMatching(/^https:\/\/capture\.example\/r\/cnt_\w+\?k=[\w-]{43}$/),
      status: 'invited',
      createdAt: expect.any(String),
      lastSubmissionAt: null,
    });
    expect(new Set(body.data.map(({ link }) => link)).size).toBe(100);
    expect((await integrator.call('GET', `/${id}`)).body['counts']).toEqual({
      contacts: 100,
      submissions: 0,
    });
  });

  it('a repeated address gives the contact that is there, unchanged, whatever its case', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const { contact } = await integrator.invite(id, 'Ada@Example.com', 'Ada');
    const again = await integrator.call<Added>('POST', `/${id}/contacts`, {
      contacts: [
        { email: 'ada@example.COM', name: 'Other' },
        person('bo'),
        { email: 'BO@example.com', name: 'Bo 2' },
      ],
    });
    expect(again.body.data).toEqual([contact, expect.objectContaining(person('bo'))]);
    expect((await integrator.call('GET', `/${id}`)).body['counts']).toMatchObject({ contacts: 2 });
  });

  it('the same address twice at once is one contact', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const added = await Promise.all(Array.from({ length: 8 }, () => integrator.invite(id)));
    expect(new Set(added.map(({ contact }) => contact.id)).size).toBe(1);
    expect((await integrator.call('GET', `/${id}`)).body['counts']).toMatchObject({ contacts: 1 });
  });

  it('skips suppressed addresses and reports them with their reason', async () => {
    service.fakes.suppressed = [{ email: 'gone@example.com', reason: 'bounced' }];
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const contacts = [{ email: 'Gone@example.com', name: 'Gone' }, person('here')];
    const { status, body } = await integrator.call<Added>('POST', `/${id}/contacts`, { contacts });
    service.fakes.reset();
    expect(status).toBe(201);
    expect(body.data.map(({ email }) => email)).toEqual(['here@example.com']);
    expect(body.suppressed).toEqual([{ email: 'Gone@example.com', reason: 'bounced' }]);
  });

  it('takes all or none at the cap, and says the cap and the count', async () => {
    const integrator = new Integrator(
      service,
      keyPrincipal({ limits: { rosterCap: 5, submissionCap: 10, maxGuests: 4 } }),
    );
    const { id } = await integrator.create();
    await integrator.call('POST', `/${id}/contacts`, { contacts: people(3) });
    const over = await integrator.call<Added>('POST', `/${id}/contacts`, { contacts: people(6) });
    expect([over.status, over.body.code, over.body.cap, over.body.count]).toEqual([429, 'contact_cap', 5, 3]);
    expect(over.headers['retry-after']).toBeUndefined();
    const fits = await integrator.call<Added>('POST', `/${id}/contacts`, { contacts: people(5) });
    expect([fits.status, fits.body.data.length]).toEqual([201, 5]);
  });

  it('calls at the same time together never get past the cap', async () => {
    const integrator = new Integrator(
      service,
      keyPrincipal({ limits: { rosterCap: 10, submissionCap: 10, maxGuests: 4 } }),
    );
    const { id } = await integrator.create();
    const calls = Array.from({ length: 8 }, (_, index) =>
      integrator.call('POST', `/${id}/contacts`, { contacts: people(3, `g${index}-`) }),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    const roster = await integrator.call<{ data: Contact[] }>('GET', `/${id}/contacts`);
    expect(roster.body.data).toHaveLength(9);
    expect((await integrator.call('GET', `/${id}`)).body['counts']).toMatchObject({ contacts: 9 });
  });

  it('is refused on a closed request, on a paused organization and without allowance, in this order', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const paused = new Integrator(service, { ...integrator.key, organizationPaused: true });
    const add = async (who: Integrator): Promise<unknown[]> => {
      const { status, body } = await who.call<Added>('POST', `/${id}/contacts`, { contacts: people(1) });
      return [status, body.code];
    };
    service.fakes.allowanceSpent = true;
    expect(await add(integrator)).toEqual([402, 'capture_allowance_reached']);
    expect(await add(paused)).toEqual([409, 'organization_paused']);
    await integrator.call('POST', `/${id}/close`);
    expect(await add(paused)).toEqual([409, 'capture_request_closed']);
    service.fakes.reset();
    expect(await add(integrator)).toEqual([409, 'capture_request_closed']);
  });

  const refusals: [string, unknown, string][] = [
    ['no contacts', {}, 'contacts'],
    ['an empty list', { contacts: [] }, 'contacts'],
    ['more than 100', { contacts: people(101) }, 'contacts'],
    ['an entry that is no object', { contacts: ['a@example.com'] }, 'contacts'],
    ['an address that is none', { contacts: [{ email: 'nobody', name: 'a' }] }, 'contacts.0.email'],
    ['an entry without a name', { contacts: [person('a'), { email: 'b@example.com' }] }, 'contacts.1.name'],
    ['an unknown member', { contacts: [{ ...person('a'), linkVersion: 3 }] }, 'contacts.0.linkVersion'],
  ];
  it.each(refusals)('refuses %s, naming the field', async (_title, body, field) => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const answer = await integrator.call<Added>('POST', `/${id}/contacts`, body);
    expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, 'invalid_input', field]);
  });
});

describe('list contacts', () => {
  it('shows links only to keys that may write, for a link is a capability', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const { contact } = await integrator.invite(id);
    const reader = new Integrator(service, { ...integrator.key, scopes: ['capture_requests:read'] });
    const { link, ...rest } = contact;
    expect((await integrator.call('GET', `/${id}/contacts`)).body).toEqual({
      data: [contact],
      nextCursor: null,
    });
    const read = await reader.call('GET', `/${id}/contacts`);
    expect(read.body).toEqual({ data: [rest], nextCursor: null });
    expect(read.text).not.toContain(new URL(link).searchParams.get('k'));
  });

  it('walks the roster once, newest first; a cursor of another request is refused', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const made: string[] = [];
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      made.unshift((await integrator.invite(id, `${name}@example.com`)).contact.id);
    const first = await integrator.call<{ data: Contact[]; nextCursor: string }>(
      'GET',
      `/${id}/contacts?limit=3`,
    );
    const second = await integrator.call<{ data: Contact[] }>(
      'GET',
      `/${id}/contacts?limit=3&cursor=${first.body.nextCursor}`,
    );
    expect([...first.body.data, ...second.body.data].map((contact) => contact.id)).toEqual(made);
    const other = await integrator.create();
    for (const cursor of [made[0], newId('contact')]) {
      const refused = await integrator.call('GET', `/${other.id}/contacts?cursor=${cursor}`);
      expect([refused.status, refused.body['code']]).toEqual([400, 'invalid_cursor']);
    }
  });
});

describe('remove a contact', () => {
  it('revokes the link, keeps the submission without the person, and makes room', async () => {
    const integrator = new Integrator(service);
    const { id } = await integrator.create();
    const { contact, link } = await integrator.invite(id);
    const ada = new Respondent(service, link);
    const submissionId = await ada.submit();
    const { body: roster } = await integrator.call<{ data: Contact[] }>('GET', `/${id}/contacts`);
    expect(roster.data[0]).toMatchObject({ status: 'submitted', lastSubmissionAt: expect.any(String) });
    expect((await integrator.call('DELETE', `/${id}/contacts/${contact.id}`)).status).toBe(204);
    const refused = await ada.call('GET', link.path);
    expect([refused.status, refused.body['code']]).toEqual([401, 'link_expired']);
    expect(await integrator.submissions(id)).toMatchObject([{ id: submissionId, contactId: null }]);
    expect((await integrator.call('GET', `/${id}`)).body['counts']).toEqual({ contacts: 0, submissions: 1 });
    expect((await integrator.call('DELETE', `/${id}/contacts/${contact.id}`)).status).toBe(404);
    const back = await integrator.invite(id);
    expect(back.contact.id).not.toBe(contact.id);
    expect((await new Respondent(service, back.link).call('GET', back.link.path)).status).toBe(200);
  });
});
