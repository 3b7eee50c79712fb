import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  closePage,
  codeOf,
  keepTake,
  newClient,
  openPage,
  plantTake,
  previewBytes,
  record,
  submit,
} from '../fixtures/browser.js';
import type { Fault } from '../fixtures/respond-fake.js';
import { browser, fake, page, usePage } from '../fixtures/test-page.js';

let local: Buffer;

usePage({ upload: { stallMs: 1000, patienceMs: 2500 } });
beforeAll(async () => {
  const recorder = await openPage(browser, fake);
  await record(recorder);
  await recorder.evaluate(() => window.client.stop());
  await keepTake(recorder);
  await closePage(recorder);
});
beforeEach(async () => {
  await plantTake(page);
  local = await previewBytes(page);
});

/** One submission, of exactly the bytes that were recorded. */
function expectOneWholeSubmission(): void {
  expect(fake.takes.size).toBe(1);
  expect(fake.bytes.equals(local)).toBe(true);
}

const OPEN_TAKE = /POST .*\/takes$/;
const COMPLETE = /POST .*\/complete$/;
const GRANT = /POST .*\/parts$/;
const PART = /PUT .*\/2$/;

describe('a passing fault is retried', () => {
  const faults: [string, RegExp, Fault][] = [
    ['a lost answer to the opening', OPEN_TAKE, 'drop-answer'],
    ['a lost answer to the completion', COMPLETE, 'drop-answer'],
    ['a completion that never answers', COMPLETE, 'hang'],
    ['a failing completion', COMPLETE, { status: 503, code: 'service_unavailable' }],
    ['a failing grant', GRANT, { status: 500 }],
    ['a rate limit on grants', GRANT, { status: 429, code: 'rate_limited', retryAfterSec: 0.1 }],
    ['a cut connection in a part', PART, 'drop'],
    ['a lost answer to a part', PART, 'drop-answer'],
    ['a stalled part', PART, 'hang'],
    ['a failing storage', PART, { status: 503 }],
    ['an expired grant', PART, { status: 403 }],
    ['an answer to the opening that is not the service’s', OPEN_TAKE, { status: 200 }],
    ['an answer to a grant that is not the service’s', GRANT, { status: 200 }],
    ['a part that something else took in the service’s place', PART, { status: 200 }],
    ['an answer to the completion that is not the service’s', COMPLETE, { status: 200 }],
  ];
  it.each(faults)('%s', async (_name, route, fault) => {
    fake.fail(route, fault);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expectOneWholeSubmission();
  });

  it.each([
    ['the opening', OPEN_TAKE],
    ['a grant', GRANT],
    ['a part', PART],
    ['the completion', COMPLETE],
  ])('a proxy’s refusals in place of the answer to %s, however many', async (_what, route) => {
    fake.fail(route, { status: 403, page: '<h1>Please sign in to the guest network</h1>' }, 3);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expectOneWholeSubmission();
  });

  it('rate limits of one part’s grants, however many', async () => {
    fake.fail(GRANT, { status: 429, code: 'rate_limited', retryAfterSec: 0.1 }, 3);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expectOneWholeSubmission();
  });

  it('a fault at every single part', async () => {
    fake.fail(/PUT .*[02468]$/, { status: 500 }, 5);
    fake.fail(/PUT .*[13579]$/, 'drop-answer', 5);
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expectOneWholeSubmission();
  });

  it('a part whose answer was lost is not sent twice', async () => {
    // `hang-answer`: after a cut connection Chromium would send the PUT again by itself.
    fake.fail(PART, 'hang-answer');
    await submit(page);
    expect(fake.count(PART)).toBe(1);
  });
});

describe('offline', () => {
  it('waits, says so, and goes on by itself when the network returns', async () => {
    await browser.context.setOffline(true);
    const submitting = submit(page);
    await page.waitForFunction(() => window.client.state === 'waiting');
    await browser.context.setOffline(false);
    expect(await submitting).toEqual({ submissionId: 'sub_tke_1' });
    expectOneWholeSubmission();
    const waits = await page.evaluate(() =>
      window.states.filter(({ state }) => state === 'waiting').map((e) => e.error?.code),
    );
    expect(waits).toEqual(['network']);
  });

  it('for longer than `patienceMs` gives `network`; calling again resumes', async () => {
    fake.fail(PART, { status: 500 }, 100);
    expect(await submit(page)).toMatchObject({ code: 'upload_failed' });
    expect(await page.evaluate(() => window.client.state)).toBe('recorded');
    await browser.context.setOffline(true);
    expect(await submit(page)).toMatchObject({ code: 'network' });
    await browser.context.setOffline(false);
    const sent = fake.count(/PUT .*\/1$/);
    fake.endFaults();
    expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
    expect(fake.count(/PUT .*\/1$/)).toBe(sent);
    expectOneWholeSubmission();
  });
});

describe('a lasting refusal ends the upload with its code, and keeps the take', () => {
  const refusals: [string, RegExp, Fault][] = [
    ['link_expired', OPEN_TAKE, { status: 401, code: 'link_expired' }],
    ['request_closed', OPEN_TAKE, { status: 409, code: 'capture_request_closed' }],
    ['request_closed', COMPLETE, { status: 409, code: 'organization_paused' }],
    ['superseded', COMPLETE, { status: 409, code: 'superseded' }],
    ['quota_exceeded', OPEN_TAKE, { status: 429, code: 'open_take_cap' }],
    ['quota_exceeded', OPEN_TAKE, { status: 413, code: 'take_too_large' }],
    ['invalid_request', OPEN_TAKE, { status: 400, code: 'invalid_input' }],
    ['invalid_request', COMPLETE, { status: 400, code: 'invalid_input', field: 'parts' }],
    ['upload_failed', PART, { status: 403 }],
  ];
  it.each(refusals)('%s from %s', async (code, route, fault) => {
    fake.fail(route, fault, 100);
    expect(await submit(page)).toMatchObject({ code });
    expect(await page.evaluate(() => window.client.state)).toBe('recorded');
    expect((await previewBytes(page)).equals(local)).toBe(true);
  });
});

it('a caller’s abort stops the upload at once; the take is kept and may be submitted again', async () => {
  fake.fail(PART, 'hang');
  const name = page.evaluate(async () => {
    const abort = new AbortController();
    const submitting = window.client.submit({ releaseAccepted: true, signal: abort.signal });
    window.addEventListener('click', () => abort.abort());
    return submitting.then(
      () => 'no error',
      (error: Error) => error.name,
    );
  });
  await expect.poll(() => fake.count(PART)).toBe(1);
  await page.evaluate(() => window.dispatchEvent(new Event('click')));
  expect(await name).toBe('AbortError');
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expectOneWholeSubmission();
});

it('a take that is dropped in mid-upload is abandoned at the service too', async () => {
  fake.fail(PART, 'hang');
  const submitting = codeOf(page, (client) => client.submit({ releaseAccepted: true }));
  await expect.poll(() => fake.count(PART)).toBe(1);
  await page.evaluate(() => window.client.discard());
  expect(await submitting).toBe('nothing_to_submit');
  await expect.poll(() => fake.takes.size).toBe(0);
});

it('a client that is destroyed in mid-upload leaves a take that another resumes', async () => {
  fake.fail(PART, 'hang');
  void codeOf(page, (client) => client.submit({ releaseAccepted: true }));
  await expect.poll(() => fake.count(PART)).toBe(1);
  await page.evaluate(() => window.client.destroy());
  await expect
    .poll(() => page.evaluate(() => window.Capture.CaptureClient.listStranded()))
    .toMatchObject([{ uploading: true }]);
  await newClient(page, fake);
  await page.evaluate(() => window.client.recover());
  expect(await submit(page)).toEqual({ submissionId: 'sub_tke_1' });
  expectOneWholeSubmission();
});
