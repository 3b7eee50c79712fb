import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AuditEntryDto, AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { SoftwarePasskey } from '../fixtures/passkey.js';
import { PASSWORD, People } from '../fixtures/people.js';

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

const newDirectory = async (): Promise<Directory> =>
  Directory.of(service, (await service.organization('team')).id);

/** What the log of an organization says of a member, the oldest first. */
async function logged(org: string, subject: string): Promise<AuditEntryDto[]> {
  const path = `${ORGS}/${org}/audit-log?subject=${subject}`;
  return (await service.call<AuditEntryPageDto>('GET', path)).body.data.reverse();
}

it('a directory learns from no answer and no log whether an address that it adds has a password elsewhere', async () => {
  const { email: known } = await people.person();
  const seen = [];
  for (const email of [known, people.newEmail()]) {
    const directory = await newDirectory();
    const { id, userName: _userName, emails: _emails, meta: _meta, ...user } = await directory.created(email);
    await directory.setActive(id, false);
    await directory.setActive(id, true);
    seen.push({ user, actions: (await logged(directory.org, id)).map(({ action }) => action) });
  }
  expect(seen[0]?.actions).toEqual(['member.added', 'member.deactivated', 'member.activated']);
  expect(seen[1]).toEqual(seen[0]);
});

it('an organization that adds a person is told that they changed their password, and not from where', async () => {
  const { org, email, member } = await people.person();
  const directory = await newDirectory();
  const { id } = await directory.created(email);
  const principal = await people.principal(await people.signedIn(email, org));
  const ip = people.newAddress();
  const body = { currentPassword: PASSWORD, password: `${PASSWORD} again` };
  expect((await service.call('POST', '/console/api/password', { principal, ip, body })).status).toBe(204);
  const changed = (entries: AuditEntryDto[]) =>
    entries.filter(({ action }) => action === 'member.password_changed').map((entry) => entry.ip);
  expect(changed(await logged(org, member.id))).toEqual([ip]);
  expect(changed(await logged(directory.org, id))).toEqual(['[elsewhere]']);
});

it('a sign-in with a copied passkey is logged with its address only in the organization that it was for', async () => {
  const { org, email, member } = await people.person();
  const directory = await newDirectory();
  const { id } = await directory.created(email);
  const principal = await people.principal(await people.signedIn(email, org));
  const device = await SoftwarePasskey.added(service, people, principal);
  device.counter = 5;
  expect((await device.signIn()).status).toBe(201);
  device.counter = 4;
  expect((await device.signIn()).status).toBe(401);
  const addresses = (entries: AuditEntryDto[], wanted: string) =>
    entries.filter(({ action }) => action === wanted).map(({ ip }) => ip);
  const [there, elsewhere] = [await logged(org, member.id), await logged(directory.org, id)];
  for (const action of ['member.passkey_added', 'member.passkey_counter_refused']) {
    expect(addresses(there, action)).toEqual([expect.stringMatching(/^\d+\.\d+\.\d+\.\d+$/)]);
    expect(addresses(elsewhere, action)).toEqual(['[elsewhere]']);
  }
});
