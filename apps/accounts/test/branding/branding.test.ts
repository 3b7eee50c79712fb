import type { AppError, MemberPrincipal, OrganizationUpdated } from '@capture/contracts';
import { PUBLIC, type Answer, type Method } from '@capture/service-testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { BrandingDto } from '../../src/branding/branding.dto.js';
import { readLogo } from '../../src/branding/logo-image.js';
import { AccountsUnderTest } from '../fixtures/accounts-under-test.js';
import { People } from '../fixtures/people.js';

let service: AccountsUnderTest;
let people: People;

beforeAll(async () => {
  service = await AccountsUnderTest.start();
  people = new People(service);
});
afterAll(() => service.stop());

async function owner(): Promise<MemberPrincipal> {
  const { email } = await people.person();
  return { ...(await people.principal(await people.signedIn(email))), role: 'owner' };
}

function call(
  principal: MemberPrincipal,
  method: Method,
  path: string,
  body?: object,
): Promise<Answer<BrandingDto & { code?: string; field?: string }>> {
  return service.call(method, `/console/api/branding${path}`, { principal, ...(body && { body }) });
}

async function logo(background: string): Promise<{ image: string }> {
  const picture = sharp({ create: { width: 64, height: 64, channels: 3, background } });
  return { image: (await picture.png().toBuffer()).toString('base64') };
}

const show = (logoUrl: string | null) =>
  service.call('GET', new URL(logoUrl ?? '').pathname.replace('/api', ''), { principal: PUBLIC });

it('an organization shows its own name until it is told another, a colour and a logo, and says so in its event', async () => {
  const member = await owner();
  expect((await call(member, 'GET', '')).body).toEqual({ displayName: null, colour: null, logoUrl: null });
  const wanted = { displayName: 'Acme Research', colour: '#0b5fff' };
  expect((await call(member, 'PUT', '', wanted)).body).toEqual({ ...wanted, logoUrl: null });
  const { status, body } = await call(member, 'PUT', '/logo', await logo('#ff0000'));
  expect([status, body.displayName]).toEqual([200, 'Acme Research']);
  const sha256 = body.logoUrl?.split('/').at(-1);
  expect(sha256).toMatch(/^[0-9a-f]{64}$/);
  const events = await service.eventsUntil(member.organizationId, 'organization.updated', 3);
  const brandings = events.map(({ data }) => (data as OrganizationUpdated).branding);
  expect(brandings).toContainEqual({ name: 'Acme', colour: null, logo: null });
  expect(brandings).toContainEqual({ name: 'Acme Research', colour: '#0b5fff', logo: sha256 });
});

it('of many pictures at once one is decoded and a few wait: the others are refused', async () => {
  const { image } = await logo('#336699');
  const all = await Promise.allSettled(Array.from({ length: 20 }, () => readLogo(image, 'image')));
  const refusals = all.filter((one) => one.status === 'rejected').map(({ reason }) => reason as AppError);
  expect(refusals.map(({ code }) => code)).toEqual(Array(15).fill('service_unavailable'));
  expect((await readLogo(image, 'image')).sha256).toMatch(/^[0-9a-f]{64}$/);
});

it('a logo is read by everybody at a URL of its bytes, until another takes its place or it is removed', async () => {
  const member = await owner();
  const { body: first } = await call(member, 'PUT', '/logo', await logo('#00ff00'));
  const shown = await show(first.logoUrl);
  expect([shown.status, shown.headers]).toMatchObject([
    200,
    {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    },
  ]);
  const { body: second } = await call(member, 'PUT', '/logo', await logo('#0000ff'));
  expect(second.logoUrl).not.toBe(first.logoUrl);
  expect([(await show(first.logoUrl)).status, (await show(second.logoUrl)).status]).toEqual([404, 200]);
  expect((await call(member, 'DELETE', '/logo')).status).toBe(204);
  expect((await show(second.logoUrl)).status).toBe(404);
  expect((await call(member, 'GET', '')).body.logoUrl).toBeNull();
});

it('two organizations have the same logo, and one keeps it when the other has another', async () => {
  const [one, other] = [await owner(), await owner()];
  const { body } = await call(one, 'PUT', '/logo', await logo('#123456'));
  expect((await call(other, 'PUT', '/logo', await logo('#123456'))).body.logoUrl).toBe(body.logoUrl);
  await call(one, 'DELETE', '/logo');
  expect((await show(body.logoUrl)).status).toBe(200);
});

it.each([
  [{ displayName: 'A', colour: '#ffd400' }, 'colour'],
  [{ displayName: 'A', colour: 'red' }, 'colour'],
  [{ displayName: 'A', colour: '#FFF' }, 'colour'],
  [{ displayName: ' ', colour: null }, 'displayName'],
])('refuses %j, naming the field, and changes nothing', async (body, field) => {
  const member = await owner();
  expect(await call(member, 'PUT', '', body)).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field },
  });
  expect((await call(member, 'GET', '')).body).toEqual({ displayName: null, colour: null, logoUrl: null });
});

it('refuses a logo that is no picture, naming the field, and keeps the former one', async () => {
  const member = await owner();
  const { body: kept } = await call(member, 'PUT', '/logo', await logo('#00ffff'));
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  expect(await call(member, 'PUT', '/logo', { image: svg })).toMatchObject({
    status: 400,
    body: { code: 'invalid_input', field: 'image' },
  });
  expect((await call(member, 'GET', '')).body).toEqual(kept);
});

it('a member without the right to change the organization can read its branding and not set it', async () => {
  const viewer = { ...(await owner()), role: 'viewer' as const };
  const refused = [
    await call(viewer, 'PUT', '', { displayName: null, colour: null }),
    await call(viewer, 'PUT', '/logo', await logo('#ff00ff')),
    await call(viewer, 'DELETE', '/logo'),
  ];
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual(
    refused.map(() => [403, 'insufficient_role']),
  );
  expect((await call(viewer, 'GET', '')).status).toBe(200);
});
