import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AuditEntryPageDto } from '../../src/audit/audit.dto.js';
import { AccountsUnderTest, ORGS } from '../fixtures/accounts-under-test.js';
import { PASSWORD, People } from '../fixtures/people.js';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

describe('a password', () => {
  it('is chosen once with a link, which is no other link and runs out', async () => {
    const { id: org, owner } = await service.organization();
    const { status, body } = await people.linkFor(org, owner.id);
    expect([status, body.link]).toEqual([
      201,
      expect.stringMatching(/^http:\/\/localhost:8080\/console\/welcome\?t=[\w-]{43}$/),
    ]);
    const newer = await people.tokenFor(org, owner.email);
    const older = new URL(body.link).searchParams.get('t') ?? '';
    for (const token of [older, 'unknown', older.slice(1)])
      expect(await people.setPassword(token, PASSWORD)).toMatchObject({
        status: 401,
        body: { code: 'link_expired' },
      });
    service.clock.advance(72 * HOUR - MINUTE);
    expect((await people.setPassword(newer, PASSWORD)).status).toBe(204);
    expect((await people.setPassword(newer, PASSWORD)).status).toBe(401);
    const late = await people.tokenFor(org, owner.email);
    service.clock.advance(72 * HOUR);
    expect((await people.setPassword(late, PASSWORD)).status).toBe(401);
  });

  it('that will not do is refused and leaves the link good', async () => {
    const { id: org } = await service.organization();
    const email = `${'x'.repeat(20)}@acme.example`;
    await service.call('POST', `${ORGS}/${org}/members`, { body: { email } });
    const token = await people.tokenFor(org, email);
    for (const password of ['short', 'x'.repeat(201), email, email.toUpperCase()])
      expect(await people.setPassword(token, password)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input', field: 'password' },
      });
    expect((await people.setPassword(token, PASSWORD)).status).toBe(204);
  });

  it('used by four callers at once, a link sets one password', async () => {
    const { id: org, owner } = await service.organization();
    const token = await people.tokenFor(org, owner.id);
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_unused, index) => people.setPassword(token, `${PASSWORD} ${index}`)),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
  });

  it('that is changed ends every sign-in and link of the person, in every organization, and no one else', async () => {
    const { org, email } = await people.person();
    const { id: second } = await service.organization();
    await service.call('POST', `${ORGS}/${second}/members`, { body: { email } });
    const { email: other } = await people.person();
    const tokens = [await people.signedIn(email), await people.signedIn(email, second)];
    const bystander = await people.signedIn(other);
    const links = [await people.tokenFor(org, email), await people.tokenFor(second, email)];
    expect((await people.setPassword(links[0] ?? '', 'another horse entirely')).status).toBe(204);
    for (const token of tokens) expect(await people.resolve(token)).toBeNull();
    expect(await people.resolve(bystander)).not.toBeNull();
    expect((await people.setPassword(links[1] ?? '', PASSWORD)).status).toBe(401);
    expect((await people.signIn({ email, password: PASSWORD })).status).toBe(401);
    expect((await people.signIn({ email, password: 'another horse entirely' })).status).toBe(201);
  });

  it('is for members of the organization, and the audit log tells of link and choice without either', async () => {
    const { org, email, member } = await people.person();
    expect((await people.setPassword(await people.tokenFor(org, email), PASSWORD)).status).toBe(204);
    const { id: foreign } = await service.organization();
    expect((await people.linkFor(foreign, email)).status).toBe(404);
    expect((await people.linkFor(foreign, member.id)).status).toBe(404);
    const { body } = await service.call<AuditEntryPageDto>('GET', `${ORGS}/${org}/audit-log`);
    expect(body.data.slice(0, 2)).toMatchObject([
      { action: 'member.password_set', actor: member.id, subject: member.id, detail: {} },
      { action: 'member.invited', actor: 'operator', subject: member.id, detail: { email } },
    ]);
    const stored = await service.sql<{ row: string }>(
      'SELECT to_jsonb(t)::text AS row FROM password_link t UNION ALL SELECT to_jsonb(t)::text FROM person t UNION ALL SELECT to_jsonb(t)::text FROM audit_entry t',
    );
    const token = await people.tokenFor(org, email);
    for (const { row } of stored) for (const secret of [token, PASSWORD]) expect(row).not.toContain(secret);
  });

  it('ends with its member: when the link cannot end, the member stays and every sign-in with them', async () => {
    const { org, email } = await people.person();
    const [token, link] = [await people.signedIn(email), await people.tokenFor(org, email)];
    const body = "BEGIN RAISE EXCEPTION ''as the test wants it''; END";
    await service.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS '${body}'`);
    await service.sql(
      'CREATE TRIGGER refuse BEFORE DELETE ON password_link FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const path = `${ORGS}/${org}/members/${encodeURIComponent(email)}`;
    expect((await service.call('DELETE', path)).status).toBe(500);
    expect(await people.resolve(token)).not.toBeNull();
    await service.sql('DROP TRIGGER refuse ON password_link');
    expect((await service.call('DELETE', path)).status).toBe(204);
    expect(await people.resolve(token)).toBeNull();
    expect((await people.setPassword(link, PASSWORD)).status).toBe(401);
  });
});
