import { createHash } from 'node:crypto';
import { until } from '@capture/testing';
import { expect, it } from 'vitest';
import { launch } from '../../harness/browser.js';
import { Api } from '../../harness/clients/api.js';
import { Operator } from '../../harness/clients/operator.js';
import { accessOf } from '../../harness/clients/respondent.js';
import type { OpenedRoom } from '../../harness/clients/room.js';
import { Members } from '../../harness/organizations/members.js';
import { newDevice, RoomPage } from '../../harness/pages/room-page.js';
import { picture } from '../../harness/picture.js';
import { MODE } from '../../harness/processes/product.js';
import { sharedProduct } from '../../harness/processes/shared-product.js';

interface Branding {
  displayName: string | null;
  colour: string | null;
  logoUrl: string | null;
}

it(`a respondent sees the name, colour and logo that a member has set, and the logo tells nothing else (${MODE})`, async () => {
  const { credentials } = sharedProduct();
  const operator = new Operator(credentials);
  const members = new Members(operator, credentials.baseUrl);
  const organizationId = await operator.organization('team', 'Branding');
  const { api } = await members.add(organizationId, 'owner');
  const asked = { title: 'Seen', prompt: 'Who asks?', status: 'active' };
  const made = await api.call<{ id: string }>('POST', '/capture-requests', { body: asked });
  const contacts = [{ email: 'ada@example.org', name: 'Ada' }];
  const roster = await api.call<{ data: { link: string }[] }>(
    'POST',
    `/capture-requests/${made.body.id}/contacts`,
    { body: { contacts } },
  );

  const name = { displayName: 'Acme Research', colour: '#0b5fff' };
  expect((await api.call('PUT', '/branding', { body: name })).status).toBe(200);
  const image = picture('canary-author').toString('base64');
  const { body: branding } = await api.call<Branding>('PUT', '/branding/logo', { body: { image } });
  expect(branding).toMatchObject(name);

  const { id, key: token } = accessOf(roster.body.data[0]?.link ?? '');
  const respondent = new Api(credentials.baseUrl);
  const expected = { name: 'Acme Research', logoUrl: branding.logoUrl, colour: '#0b5fff' };
  await until('the respondent to see it', async () => {
    const path = `/v1/respond/contacts/${id}`;
    const { organization } = await respondent.get<{ organization: object | null }>(path, { token });
    return JSON.stringify(organization) === JSON.stringify(expected);
  });

  const room = await api.call<OpenedRoom>('POST', '/sessions', { body: {} });
  const browser = await launch();
  const guest = await RoomPage.guest(await newDevice(browser), room.body.joinUrl, 'Grace');
  for (const where of ['in the green room', 'in the room']) {
    const shown = guest.page.getByText('Acme Research', { exact: true });
    await shown.waitFor();
    const colour = await shown.evaluate((element) => getComputedStyle(element).backgroundColor);
    const width = await guest.page
      .locator(`img[src="${branding.logoUrl}"]`)
      .evaluate(async (image: HTMLImageElement) => image.decode().then(() => image.naturalWidth));
    expect([where, colour, width > 0]).toEqual([where, 'rgb(11, 95, 255)', true]);
    if (where === 'in the green room') await guest.enter();
  }
  await browser.close();

  const logo = await fetch(branding.logoUrl ?? '');
  const bytes = Buffer.from(await logo.arrayBuffer());
  expect([logo.status, logo.headers.get('content-type'), logo.headers.get('cache-control')]).toEqual([
    200,
    'image/png',
    'public, max-age=31536000, immutable',
  ]);
  expect(branding.logoUrl).toContain(createHash('sha256').update(bytes).digest('hex'));
  expect(bytes.includes('canary-author')).toBe(false);
  const refused = await api.call('PUT', '/branding/logo', { body: { image: 'PHN2Zy8+' } });
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_input', field: 'image' } });
});
