import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { Mailbox } from '../fixtures/mailbox.js';
import { People } from '../fixtures/people.js';

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

const filter = (text: string): string => `?filter=${encodeURIComponent(text)}`;
const roleOf = (user: { roles: { value: string }[] }) => user.roles.map(({ value }) => value);

let service: AccountsUnderTest;
let people: People;
let mailbox: Mailbox;
/** An organization's directory that several tests use, each with people of its own. */
let directory: Directory;

beforeAll(async () => {
  mailbox = await Mailbox.create();
  service = await AccountsUnderTest.start({ CAPTURE_MAIL_DIR: mailbox.folder });
  people = new People(service);
  directory = await Directory.of(service, (await service.organization()).id);
});
afterAll(async () => {
  await service.stop();
  await mailbox.remove();
});

describe('a user', () => {
  it('is made as a member, with the id, location and role that it has from then on', async () => {
    const userName = people.newEmail();
    const { status, body, headers } = await directory.create(userName.toUpperCase(), {
      externalId: 'ext-1',
      displayName: 'Ada',
      name: { givenName: 'Ada' },
      emails: [{ value: 'else@where.example' }],
    });
    expect(status).toBe(201);
    expect(headers['content-type']).toContain('application/scim+json');
    expect(headers['location']).toBe(body.meta.location);
    expect(body).toMatchObject({ userName, externalId: 'ext-1', active: true });
    expect(body.emails).toEqual([{ value: userName, type: 'work', primary: true }]);
    expect(roleOf(body)).toEqual(['producer']);
    expect(body.meta.location.endsWith(`/scim/v2/Users/${body.id}`)).toBe(true);
    expect((await directory.read(body.id)).body).toEqual(body);
    const members = await service.call<{ data: object[] }>('GET', `${ORGS}/${directory.org}/members`);
    expect(members.body.data).toContainEqual(expect.objectContaining({ id: body.id, email: userName }));
  });

  it('is one of its organization: a second one is refused as such, whether active or not', async () => {
    const { id, userName } = await directory.created(people.newEmail());
    for (const active of [true, false]) {
      await directory.setActive(id, active);
      const { status, body } = await directory.create(userName);
      expect([status, body.scimType, body.status]).toEqual([409, 'uniqueness', '409']);
    }
  });

  it('that was removed is not there, and comes back under its id when it is made again', async () => {
    const { id, userName } = await directory.created(people.newEmail(), { externalId: 'gone' });
    expect((await directory.remove(id)).status).toBe(204);
    for (const { status, body } of [
      await directory.read(id),
      await directory.setActive(id, true),
      await directory.remove(id),
    ])
      expect([status, (body as { schemas: string[] }).schemas]).toEqual([404, [ERROR]]);
    expect((await directory.list(filter(`userName eq "${userName}"`))).body.totalResults).toBe(0);
    expect((await directory.list(filter('externalId eq "gone"'))).body.totalResults).toBe(0);
    const again = await directory.created(userName);
    expect(again).toMatchObject({ id, active: true });
    expect(again.externalId).toBeUndefined();
  });

  it('that was deactivated and then removed is not there either', async () => {
    const { id } = await directory.created(people.newEmail());
    await directory.setActive(id, false);
    expect((await directory.remove(id)).status).toBe(204);
    expect((await directory.read(id)).status).toBe(404);
    expect((await directory.setActive(id, true)).status).toBe(404);
  });

  it('can be made inactive: nobody is told, and nothing opens before it is activated', async () => {
    const userName = people.newEmail();
    const user = await directory.created(userName, { active: false });
    expect(user.active).toBe(false);
    expect((await people.linkFor(directory.org, user.id)).status).toBe(404);
    await directory.setActive(user.id, true);
    expect(await mailbox.token(userName)).toMatch(/^[\w-]{43}$/);
  });

  it('takes the role of the call, or else that of the token, and never owner or admin', async () => {
    const org = (await service.organization()).id;
    const viewers = await Directory.of(service, org, { newMemberRole: 'viewer' });
    expect(roleOf(await viewers.created(people.newEmail()))).toEqual(['viewer']);
    const roles = [{ value: 'producer', primary: true }];
    expect(roleOf(await viewers.created(people.newEmail(), { roles }))).toEqual(['producer']);
    for (const value of ['owner', 'admin', 'member', 'king']) {
      const { status, body } = await viewers.create(people.newEmail(), { roles: [{ value }] });
      expect([value, status, body.scimType]).toEqual([value, 400, 'invalidValue']);
    }
    const token = { newMemberRole: 'admin' };
    const { status } = await service.refused('POST', `${ORGS}/${org}/scim-tokens`, { body: token });
    expect(status).toBe(400);
  });

  it.each([
    ['no userName', {}],
    ['a userName that is no address', { userName: 'ada' }],
    ['a userName that is no text', { userName: 7 }],
    ['active that is neither true nor false', { userName: 'a@b.example', active: 'maybe' }],
    ['two roles', { userName: 'a@b.example', roles: [{ value: 'producer' }, { value: 'viewer' }] }],
    ['an empty externalId', { userName: 'a@b.example', externalId: '' }],
    ['an externalId with NUL', { userName: 'a@b.example', externalId: 'a\0b' }],
    ['an externalId with half a character', { userName: 'a@b.example', externalId: 'a\ud83db' }],
  ])('with %s is refused and not made', async (_what, body) => {
    const answer = await directory.call<{ scimType: string }>('POST', '/Users', body);
    expect([answer.status, answer.body.scimType]).toEqual([400, 'invalidValue']);
    expect((await directory.list(filter('userName eq "a@b.example"'))).body.totalResults).toBe(0);
  });
});

describe('a list', () => {
  it('is paged by place and count, and says how many there are', async () => {
    const own = await Directory.of(service, (await service.organization()).id);
    const made = [await own.created(people.newEmail()), await own.created(people.newEmail())];
    const all = (await own.list()).body;
    expect([all.totalResults, all.startIndex, all.itemsPerPage]).toEqual([3, 1, 3]);
    expect(all.Resources.slice(1).map(({ id }) => id)).toEqual(made.map(({ id }) => id));
    const second = (await own.list('?startIndex=2&count=1')).body;
    expect(second).toMatchObject({ totalResults: 3, startIndex: 2, itemsPerPage: 1 });
    expect(second.Resources.map(({ id }) => id)).toEqual([made[0]?.id]);
    expect((await own.list('?startIndex=-3&count=-1')).body).toMatchObject({
      totalResults: 3,
      startIndex: 1,
      Resources: [],
    });
    expect((await own.list('?startIndex=9')).body).toMatchObject({ totalResults: 3, itemsPerPage: 0 });
    expect((await own.list('?count=many')).status).toBe(400);
  });

  it('finds one by userName in any case and by externalId exactly, active or not', async () => {
    const { id, userName } = await directory.created(people.newEmail(), { externalId: 'Ext "2" \\' });
    await directory.setActive(id, false);
    for (const text of [
      `userName eq "${userName}"`,
      `username EQ "${userName.toUpperCase()}"`,
      `urn:ietf:params:scim:schemas:core:2.0:User:userName eq "${userName}"`,
      String.raw`externalId eq "Ext \"2\" \\"`,
    ]) {
      const { body } = await directory.list(filter(text));
      expect([text, body.Resources.map((user) => user.id)]).toEqual([text, [id]]);
    }
    expect((await directory.list(filter('externalId eq "ext"'))).body.totalResults).toBe(0);
  });

  it.each([
    'active eq true',
    'userName sw "a"',
    'userName eq "a" or externalId eq "b"',
    'userName eq a',
    'userName eq "\\x"',
    'userName eq "a\\u0000@b.example"',
    'externalId eq "a\\u0000b"',
    'externalId eq "a\\ud83db"',
    'emails[type eq "work"].value eq "a"',
    '',
  ])('refuses the filter %j', async (text) => {
    const { status, body } = await directory.list(filter(text));
    expect([status, body.scimType]).toEqual([400, 'invalidFilter']);
  });
});

it('an id that nobody has is not found, also where no text of the database could be it', async () => {
  for (const id of ['mem_x', '%00', 'mem_%00'])
    expect([id, (await directory.read(id)).status, (await directory.remove(id)).status]).toEqual([
      id,
      404,
      404,
    ]);
});

it('the protocol describes itself, and only itself', async () => {
  const { body: config } = await directory.call<Record<string, unknown>>('GET', '/ServiceProviderConfig');
  expect(config).toMatchObject({ patch: { supported: true }, bulk: { supported: false } });
  const user = 'urn:ietf:params:scim:schemas:core:2.0:User';
  const { body: types } = await directory.call<{ Resources: object[] }>('GET', '/ResourceTypes');
  expect(types.Resources).toMatchObject([{ id: 'User', endpoint: '/Users', schema: user }]);
  expect((await directory.call('GET', '/ResourceTypes/User')).body).toEqual(types.Resources[0]);
  const { body: schemas } = await directory.call<{ Resources: object[] }>('GET', '/Schemas');
  expect((await directory.call('GET', `/Schemas/${user}`)).body).toEqual(schemas.Resources[0]);
  for (const path of ['/ResourceTypes/Group', '/Schemas/x'])
    expect((await directory.call('GET', path)).status).toBe(404);
});
