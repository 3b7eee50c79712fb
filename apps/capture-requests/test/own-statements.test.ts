import { openDatabase, type Database } from '@capture/persistence';
import { serviceDatabase, type ServiceDatabase } from '@capture/service-testing';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { MIGRATIONS, SCHEMA } from '../src/migrations.js';
import { PrismaClient } from '../src/generated/prisma/client.js';

/** A value of each type that tables have, and none of it. */
const VALUES = `
  SELECT true AS yes, 7::smallint AS small, 70000 AS whole, 9007199254740993::bigint AS large, 1.5::float8 AS half,
    'naïve "quoted"' AS text, 'x'::varchar AS short, '{"a": [1, null]}'::jsonb AS json, '[1]'::json AS list,
    ARRAY['a', 'b,"c', NULL] AS texts, '\\x00ff'::bytea AS bytes,
    timestamptz '2026-03-29 01:30:00.123+00' AS instant, timestamptz '1999-12-31 23:59:59+00' AS whole_second,
    ARRAY[1, 9007199254740993]::bigint[] AS numbers, 'x'::name AS name, NULL::text AS none, NULL::timestamptz AS never, $1::timestamptz AS given, $2::text AS word, $3::int AS count,
    $4::bigint AS big, $5::text AS absent`;

describe('statements of our own', () => {
  let service: ServiceDatabase;
  let database: Database<PrismaClient>;
  beforeAll(async () => {
    service = await serviceDatabase(inject('postgresAdminUrl'), { schema: SCHEMA, migrations: MIGRATIONS });
    database = openDatabase({ url: service.url, schema: SCHEMA, poolSize: 2, client: PrismaClient });
  });
  afterAll(async () => {
    await database.close();
    await service.drop();
  });

  const given = [new Date('2026-06-30T22:15:00.007Z'), 'wörd', 3, 12n, null] as const;

  it('give the same values as the generated client, in a transaction and outside, in whatever time zone', async () => {
    const expected = await database.client.$queryRawUnsafe(VALUES, ...given);
    expect(await database.query(VALUES, ...given)).toEqual(expected);
    for (let repeat = 0; repeat < 3; repeat += 1)
      expect(await database.prepared(VALUES, ...given)).toEqual(expected);
    expect(await database.run(() => database.prepared(VALUES, ...given))).toEqual(expected);
    vi.stubEnv('TZ', 'Asia/Kathmandu');
    const elsewhere = await database.prepared(VALUES, ...given).finally(() => vi.unstubAllEnvs());
    expect(elsewhere).toEqual(expected);
  });

  it('refuse types that would come out otherwise than of the generated client', async () => {
    await expect(database.prepared('SELECT 1.5::numeric AS price')).rejects.toThrow('answered the type 1700');
    expect(await database.prepared('SELECT 1 AS still')).toEqual([{ still: 1 }]);
  });

  it('run for the organization that asked, and show nothing to who asks for none', async () => {
    const whose = "SELECT current_setting('capture.organization', true) AS whose";
    const ask = () => database.prepared<{ whose: string }>(whose);
    const asked = ['org_a', 'org_b', 'org_a'].map((id) => database.forOrganization(id, ask));
    const seen = (await Promise.all([...asked, ask()])).map(([row]) => row?.whose);
    expect(seen).toEqual(['org_a', 'org_b', 'org_a', '']);
  });

  it('see what their own transaction has changed', async () => {
    const setting = "SELECT current_setting('capture.of_the_test', true) AS value";
    const inside = await database.run(async () => {
      await database.query("SELECT set_config('capture.of_the_test', 'changed', true)");
      return database.prepared(setting);
    });
    expect(inside).toEqual([{ value: 'changed' }]);
  });
});
