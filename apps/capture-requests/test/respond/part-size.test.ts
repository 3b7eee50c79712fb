import type { CommandPattern } from '@capture/contracts';
import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest';
import { Integrator } from '../fixtures/integrator.js';
import { Respondent } from '../fixtures/respondent.js';
import { Service } from '../fixtures/service.js';

const MIB = 1024 * 1024;
let service: Service;

beforeAll(async () => {
  service = await Service.start(inject('postgresAdminUrl'));
});
afterAll(() => service.stop());
afterEach(() => service.fakes.reset());

async function visitor(): Promise<Respondent> {
  const { link } = await new Integrator(service).createOpen();
  return new Respondent(service, link);
}

/** Commands that reach other services from now on. */
function commands(): CommandPattern[] {
  const sent: CommandPattern[] = [];
  service.fakes.before = (pattern) => void sent.push(pattern);
  return sent;
}

it.each([
  ['less than 1 MiB', MIB - 1],
  ['more than 32 MiB', 32 * MIB + 1],
  ['half a byte', 2 * MIB + 0.5],
  ['text', String(MIB)],
  ['null', null],
])('a part size of %s is refused by name', async (_title, partSizeHint) => {
  const { status, body } = await (await visitor()).open({ partSizeHint });
  expect([status, body]).toEqual([
    400,
    expect.objectContaining({ code: 'invalid_input', field: 'partSizeHint' }),
  ]);
});

it('a take is opened with the part size that its client asks for, and opened again with another', async () => {
  const person = await visitor();
  const mine = { clientTakeId: 'c-1', respondentId: 'r-1' };
  const large = await person.open({ ...mine, partSizeHint: 8 * MIB });
  expect(large).toMatchObject({ status: 201, body: { partSize: 8 * MIB } });
  const { takeId } = large.body;
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => person.open({ ...mine, partSizeHint: MIB })),
  );
  for (const { body } of answers) expect(body).toEqual({ takeId, partSize: MIB });
  expect((await person.open(mine)).body).toEqual({ takeId, partSize: MIB });
  expect((await person.call('GET', `/v1/respond/takes/${takeId}`)).body).toMatchObject({ partSize: MIB });
});

it('a take with a stored part, or that has landed, keeps its part size', async () => {
  const person = await visitor();
  const mine = { clientTakeId: 'c-2', respondentId: 'r-2' };
  const { takeId } = (await person.open({ ...mine, partSizeHint: 8 * MIB })).body;
  service.fakes.uploads.get(takeId.replace('tke_', 'upl_'))?.storedParts.push(1);
  expect((await person.open({ ...mine, partSizeHint: MIB })).body).toEqual({ takeId, partSize: 8 * MIB });
  expect((await person.complete(takeId)).status).toBe(201);
  const sent = commands();
  expect((await person.open({ ...mine, partSizeHint: MIB })).body).toEqual({ takeId, partSize: 8 * MIB });
  expect(sent).toEqual([]);
});

it('asking for the size that a take has costs no further command', async () => {
  const person = await visitor();
  const mine = { clientTakeId: 'c-3', respondentId: 'r-3', partSizeHint: 2 * MIB };
  await person.open(mine);
  const sent = commands();
  expect((await person.open(mine)).body.partSize).toBe(2 * MIB);
  expect(sent).toEqual([]);
});
