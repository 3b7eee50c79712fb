import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KeyJobs } from '../../src/api-keys/key.jobs.js';
import { PasswordLinkJobs } from '../../src/password-links/password-link.jobs.js';
import { PersonJobs } from '../../src/passwords/person.jobs.js';
import { SignInJobs } from '../../src/sign-in/sign-in.jobs.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People } from '../fixtures/people.js';

const DAY_SEC = 86_400;

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

async function count(table: string, column: string, value: string): Promise<number> {
  const [row] = await service.sql<{ count: bigint }>(
    `SELECT count(*) FROM ${table} WHERE ${column} = $1`,
    value,
  );
  return Number(row?.count);
}

/** As two processes would: both at once. */
async function twice(run: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  const { signal } = new AbortController();
  await Promise.all([run(signal), run(signal)]);
}

describe('rows of accounts end', () => {
  it('a text of a key 30 days after it was rotated out; the current one of a revoked key stays', async () => {
    const { id: org } = await service.organization();
    const key = await service.key(org);
    const path = `${ORGS}/${org}/keys/${key.id}`;
    await service.call('POST', `${path}/rotate`, { body: { overlapSec: 3_600 } });
    await service.call('POST', `${path}/revoke`);
    const clean = () => twice((signal) => service.app.get(KeyJobs).deleteEndedSecrets(signal));
    service.clock.advance(30 * DAY_SEC + 3_500);
    await clean();
    expect(await count('key_secret', 'key_id', key.id)).toBe(2);
    service.clock.advance(100);
    await clean();
    expect(await count('key_secret', 'key_id', key.id)).toBe(1);
    const listed = await service.call<{ data: { id: string; texts: unknown[] }[] }>(
      'GET',
      `${ORGS}/${org}/keys`,
    );
    expect(listed.body.data.find(({ id }) => id === key.id)?.texts).toHaveLength(1);
  });

  it('a password 30 days after its owner left the last organization, and no earlier', async () => {
    const [first, second] = [await service.organization(), await service.organization()];
    const email = people.newEmail();
    for (const { id } of [first, second])
      await service.call('POST', `${ORGS}/${id}/members`, { body: { email } });
    expect((await people.setPassword(await people.tokenFor(first.id, email), PASSWORD)).status).toBe(204);
    const leave = (org: string) =>
      service.call('DELETE', `${ORGS}/${org}/members/${encodeURIComponent(email)}`);
    const clean = () => twice((signal) => service.app.get(PersonJobs).forgetGone(signal));
    expect((await leave(first.id)).status).toBe(204);
    service.clock.advance(31 * DAY_SEC);
    await clean();
    expect(await count('person', 'email', email)).toBe(1);
    expect((await leave(second.id)).status).toBe(204);
    service.clock.advance(30 * DAY_SEC - 60);
    await clean();
    expect(await count('person', 'email', email)).toBe(1);
    service.clock.advance(60);
    await clean();
    expect(await count('person', 'email', email)).toBe(0);
  });

  it('password links when they have run out', async () => {
    const { id: org, owner } = await service.organization();
    await people.linkFor(org, owner.id);
    const clean = () => twice((signal) => service.app.get(PasswordLinkJobs).deleteEnded(signal));
    service.clock.advance(3 * DAY_SEC - 60);
    await clean();
    expect(await count('password_link', 'member_id', owner.id)).toBe(1);
    service.clock.advance(60);
    await clean();
    expect(await count('password_link', 'member_id', owner.id)).toBe(0);
  });

  it('sign-ins when they have ended, failed ones when they count no more, more than a batch of them', async () => {
    const { id: org, owner } = await service.organization();
    const now = service.clock.now();
    await service.sql(
      `INSERT INTO sign_in (id, organization_id, member_id, created_at, expires_at, seen_at)
       SELECT $1 || n, $1, $2, $3, $3::timestamptz + interval '1 hour', $3 FROM generate_series(1, 2500) n`,
      org,
      owner.id,
      now,
    );
    await service.sql(
      'INSERT INTO sign_in_failure (subject, at) SELECT $1, $2 FROM generate_series(1, 2500) n',
      org,
      now,
    );
    const clean = () => twice((signal) => service.app.get(SignInJobs).deleteEnded(signal));
    await clean();
    expect([
      await count('sign_in', 'organization_id', org),
      await count('sign_in_failure', 'subject', org),
    ]).toEqual([2500, 2500]);
    service.clock.advance(3_600);
    await clean();
    expect([
      await count('sign_in', 'organization_id', org),
      await count('sign_in_failure', 'subject', org),
    ]).toEqual([0, 0]);
  });
});
