import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { Directory } from '../fixtures/directory.js';
import { People } from '../fixtures/people.js';

const HOUR = 3_600;

let service: AccountsUnderTest;
beforeAll(async () => {
  service = await AccountsUnderTest.start();
});
afterAll(() => service.stop());

/** No row of the table can be written, as on a disk without space. */
async function withoutSpaceFor(table: 'sign_in' | 'scim_token', work: () => Promise<void>): Promise<void> {
  await service.sql(
    `CREATE OR REPLACE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$`,
  );
  await service.sql(`CREATE TRIGGER full_disk BEFORE UPDATE ON ${table} EXECUTE FUNCTION no_space()`);
  try {
    await work();
  } finally {
    await service.sql(`DROP TRIGGER full_disk ON ${table}`);
  }
}

describe('a database that has no space to store when a person was last there', () => {
  it('lets members read on', async () => {
    const people = new People(service);
    const { email } = await people.person();
    const token = await people.signedIn(email);
    service.clock.advance(HOUR);
    await withoutSpaceFor('sign_in', async () => {
      expect(await people.principal(token)).toMatchObject({ email });
    });
  });

  it('lets directories read on', async () => {
    const { id: org } = await service.organization();
    const directory = await Directory.of(service, org);
    await withoutSpaceFor('scim_token', async () => {
      expect((await directory.list()).status).toBe(200);
    });
  });
});
