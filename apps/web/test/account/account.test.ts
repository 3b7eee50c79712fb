import { expect, it } from 'vitest';
import { base, button, heading, page, person, useRecorder } from '../fixtures/recorder-page.js';
import { expectAccessible, expectReflow } from '../fixtures/visit.js';

useRecorder();

const TOKEN = 'canary-token-7Hq2';
const PASSWORD = 'correct horse battery staple';
const INVITATION = { organizationName: 'Acme Research', email: 'ada@acme.example', role: 'producer' };

interface Answered {
  status: number;
  body?: object;
}

/** Bodies of the calls that the page made, by path below the console's API. */
async function answering(answers: Record<string, Answered>): Promise<{ path: string; body: unknown }[]> {
  const calls: { path: string; body: unknown }[] = [];
  await page.route('**/console/api/**', async (route) => {
    const path = new URL(route.request().url()).pathname.replace('/console/api/', '');
    calls.push({ path, body: route.request().postDataJSON() });
    const { status, body } = answers[path] ?? { status: 404 };
    await route.fulfill({ status, ...(body && { json: body }) });
  });
  return calls;
}

it('the link of a mail leads to a password, and its token leaves the address', async () => {
  const calls = await answering({ 'set-password': { status: 204 } });
  await page.goto(`${base}/console/welcome?t=${TOKEN}`);
  await heading(page, 'Choose a password').waitFor();
  expect(page.url()).toBe(`${base}/console/welcome`);
  await expectAccessible(page);
  await expectReflow(page);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await heading(page, 'Your password is set').waitFor();
  await expectAccessible(page);
  expect(calls).toEqual([{ path: 'set-password', body: { token: TOKEN, password: PASSWORD } }]);
  expect([person.foreignRequests, person.errors]).toEqual([[], []]);
});

it('an invitation asks who is new for name and password, and says where it leads', async () => {
  const calls = await answering({
    'read-invitation': { status: 200, body: { ...INVITATION, hasPassword: false } },
    'accept-invitation': { status: 204 },
  });
  await page.goto(`${base}/console/invitation?t=${TOKEN}`);
  await heading(page, 'Join Acme Research').waitFor();
  await page.getByText('ada@acme.example').first().waitFor();
  await expectAccessible(page);
  await expectReflow(page);
  await page.getByLabel('Your name').fill('Ada');
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Accept the invitation').click();
  await heading(page, 'You are a member now').waitFor();
  const body = { token: TOKEN, name: 'Ada', password: PASSWORD };
  expect(calls.at(-1)).toEqual({ path: 'accept-invitation', body });
});

it('an invitation asks who has a password for nothing but the consent', async () => {
  const calls = await answering({
    'read-invitation': { status: 200, body: { ...INVITATION, hasPassword: true } },
    'accept-invitation': { status: 204 },
  });
  await page.goto(`${base}/console/invitation?t=${TOKEN}`);
  await page.getByText('Your password stays as it is').waitFor();
  expect(await page.locator('input').count()).toBe(0);
  await button(page, 'Accept the invitation').click();
  await heading(page, 'You are a member now').waitFor();
  expect(calls.at(-1)).toEqual({ path: 'accept-invitation', body: { token: TOKEN } });
});

it('a link that does not work says what to do, and leads to a new one', async () => {
  const expired = { status: 401, body: { code: 'link_expired' } };
  const calls = await answering({ 'read-invitation': expired, 'forgot-password': { status: 204 } });
  await page.goto(`${base}/console/invitation?t=${TOKEN}`);
  await heading(page, 'This link no longer works').waitFor();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Forgotten password' }).click();
  await heading(page, 'Forgotten password').waitFor();
  await expectAccessible(page);
  await page.getByLabel('E-mail address').fill('ada@acme.example');
  await button(page, 'Send the link').click();
  await heading(page, 'Look into your mailbox').waitFor();
  expect(calls.at(-1)).toEqual({ path: 'forgot-password', body: { email: 'ada@acme.example' } });
  await page.goto(`${base}/console/welcome`);
  await heading(page, 'This link is incomplete').waitFor();
});

it('what may pass is said above the form, and what was typed stays', async () => {
  await answering({
    'set-password': { status: 400, body: { code: 'invalid_input', field: 'password' } },
  });
  await page.goto(`${base}/console/welcome?t=${TOKEN}`);
  await page.getByLabel('Password').fill(PASSWORD);
  await button(page, 'Set password').click();
  await page.getByRole('alert').getByText('This password will not do').waitFor();
  expect(await page.getByLabel('Password').inputValue()).toBe(PASSWORD);
  await expectAccessible(page);
});
