import type { ScimError } from '@capture/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ScimUser } from '../../src/scim/scim-user.dto.js';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { People } from '../fixtures/people.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const roleOf = (user: { roles: { value: string }[] }) => user.roles.map(({ value }) => value);

let service: AccountsUnderTest;
let people: People;
/** An organization's directory that several tests use, each with people of its own. */
let directory: Directory;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
  directory = await Directory.of(service, (await service.organization()).id);
});
afterAll(() => service.stop());

describe('a PATCH', () => {
  const off = [
    ['Okta', [{ op: 'replace', value: { active: false } }]],
    ['Entra', [{ op: 'Replace', path: 'active', value: 'False' }]],
    ['Entra without a path', [{ op: 'Add', value: { active: 'False', displayName: 'A' } }]],
    [
      'a path with its schema',
      [{ op: 'replace', path: `urn:ietf:params:scim:schemas:core:2.0:User:active`, value: false }],
    ],
    [
      'a later operation over an earlier one',
      [
        { op: 'add', path: 'active', value: true },
        { op: 'add', path: 'Active', value: false },
      ],
    ],
  ] as const;
  it.each(off)('deactivates as %s sends it', async (_who, operations) => {
    const { id } = await directory.created(people.newEmail());
    const { status, body } = await directory.patch(id, ...operations);
    expect([status, body.active]).toEqual([200, false]);
    expect((await directory.patch(id, { op: 'Replace', path: 'active', value: 'True' })).body.active).toBe(
      true,
    );
  });

  it('changes and takes away what the directory calls the person, and leaves what is not kept alone', async () => {
    const { id } = await directory.created(people.newEmail());
    const set = await directory.patch(
      id,
      { op: 'Add', path: 'externalId', value: 'x-7' },
      { op: 'Replace', path: 'name.givenName', value: 'A' },
      { op: 'Add', path: 'emails[type eq "work"].value', value: 'b@c.example' },
      {
        op: 'Add',
        path: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department',
        value: 'D',
      },
      { op: 'remove', path: 'displayName' },
    );
    expect([set.status, set.body.externalId]).toEqual([200, 'x-7']);
    const taken = await directory.patch(id, { op: 'remove', path: 'externalId' });
    expect([taken.status, taken.body.externalId, taken.body.active]).toEqual([200, undefined, true]);
  });

  it.each([
    ['an unknown path', [{ op: 'replace', path: 'activ', value: false }], 'invalidPath'],
    ['a part of what has none', [{ op: 'replace', path: 'active.value', value: false }], 'invalidPath'],
    ['an unknown operation', [{ op: 'move', path: 'active', value: false }], 'invalidSyntax'],
    ['no operation', [], 'invalidSyntax'],
    ['neither path nor object', [{ op: 'replace', value: false }], 'invalidSyntax'],
    ['remove without a path', [{ op: 'remove' }], 'noTarget'],
    ['removing active', [{ op: 'remove', path: 'active' }], 'mutability'],
    ['no truth', [{ op: 'replace', path: 'active', value: null }], 'invalidValue'],
    ['NUL in a text', [{ op: 'replace', path: 'externalId', value: 'a\0b' }], 'invalidValue'],
    ['another userName', [{ op: 'replace', path: 'userName', value: 'other@acme.example' }], 'mutability'],
  ])('with %s is refused, and changes nothing', async (_what, operations, scimType) => {
    const user = await directory.created(people.newEmail());
    const also = { op: 'add', path: 'externalId', value: 'changed' };
    const all = operations.length === 0 ? [] : [also, ...operations];
    const { status, body } = await directory.patch(user.id, ...all);
    expect([status, body.scimType, body.schemas]).toEqual([400, scimType, [ERROR]]);
    expect((await directory.read(user.id)).body).toEqual(user);
  });
});

it('a PUT sets what it names, and lets nobody in or into another role by what it leaves out', async () => {
  const { id, userName } = await directory.created(people.newEmail(), { externalId: 'before' });
  await directory.patch(id, { op: 'replace', path: 'roles[primary eq "True"].value', value: 'viewer' });
  await directory.setActive(id, false);
  const put = (more: object) =>
    directory.call<ScimUser & ScimError>('PUT', `/Users/${id}`, {
      userName,
      name: { familyName: 'L' },
      ...more,
    });
  const { status, body } = await put({});
  expect([status, body.active, body.externalId, roleOf(body)]).toEqual([200, false, undefined, ['viewer']]);
  const again = await put({ active: true, externalId: 'after' });
  expect([again.body.active, again.body.externalId]).toEqual([true, 'after']);
  const unfit = await put({ externalId: 'a\0b' });
  expect([unfit.status, unfit.body.scimType]).toEqual([400, 'invalidValue']);
  const renamed = await put({ userName: 'other@acme.example' });
  expect([renamed.status, renamed.body.scimType]).toEqual([400, 'mutability']);
});
