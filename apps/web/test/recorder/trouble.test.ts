import { describe, expect, it } from 'vitest';
import { KEY } from '../fixtures/fake-service.js';
import {
  base,
  button,
  heading,
  page,
  person,
  playable,
  recordFromQuestion,
  service,
  useRecorder,
} from '../fixtures/recorder-page.js';
import { expectAccessible, launch, visit } from '../fixtures/visit.js';

useRecorder();

describe('when something goes wrong', () => {
  it('a refused camera is explained where it can be asked for again', async () => {
    const denying = await launch('deny');
    const refused = await visit(denying, base);
    await refused.page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(refused.page, 'Turn on camera and microphone').click();
    const alert = refused.page.getByRole('alert');
    await alert.getByText('The camera and microphone are blocked for this page').waitFor();
    expect(await button(refused.page, 'Turn on camera and microphone').isVisible()).toBe(true);
    await expectAccessible(refused.page);
    await denying.close();
  });

  it('a part of the page that does not arrive is told, and loading it again leads to the question', async () => {
    const part = '**/assets/recorder.entry-*.js';
    await page.route(part, (route) => route.abort());
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await page.getByRole('alert').getByText('This page did not load completely').waitFor();
    await expectAccessible(page);
    expect(person.errors.splice(0)).toHaveLength(1);
    await page.unroute(part);
    await button(page, 'Load it again').click();
    await button(page, 'Turn on camera and microphone').waitFor();
  });

  it('a camera that is in use when recording again leaves the recording that was made, to be sent', async () => {
    await recordFromQuestion();
    await button(page, 'Record again').click();
    await button(page, 'Keep this one').click();
    await page.evaluate(() => {
      navigator.mediaDevices.getUserMedia = () =>
        Promise.reject(new DOMException('busy', 'NotReadableError'));
    });
    await button(page, 'Record again').click();
    await button(page, 'Replace it').click();
    await page.getByRole('alert').getByText('No camera or microphone could be used').waitFor();
    await playable();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.completed).toBe(true);
  });

  it('a recording outlives a reload, is offered again and can be sent', async () => {
    await recordFromQuestion();
    await page.reload();
    await heading(page, 'You have a recording that was not sent').waitFor();
    await expectAccessible(page);
    await button(page, 'Review it').click();
    await playable();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.completed).toBe(true);
  });

  it('an unsent recording can be deleted for good, and is not offered to another link', async () => {
    await recordFromQuestion();
    await page.goto(`${base}/r/cnt_2?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Delete it').click();
    await button(page, 'Delete for good').click();
    await heading(page, 'You have a recording that was not sent').waitFor({ state: 'detached' });
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
  });

  it('a lost network is waited for, and sending goes on by itself', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await person.context.setOffline(true);
    await button(page, 'Submit recording').click();
    await heading(page, 'Waiting for the network').waitFor();
    await expectAccessible(page);
    await person.context.setOffline(false);
    await heading(page, 'Thank you').waitFor();
  });

  it('a request that closes before the submit leaves the person a copy to save', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    service.faults = [{ on: /POST .*takes$/, status: 409, body: { code: 'capture_request_closed' } }];
    await button(page, 'Submit recording').click();
    await heading(page, 'This request is not accepting recordings').waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save a copy' }).click();
    expect((await saved).suggestedFilename()).toBe('my-recording.mp4');
  });

  it('a release that became required after the page was opened is asked for where the recording is sent', async () => {
    service.request.release.required = false;
    await recordFromQuestion();
    const accept = page.getByRole('checkbox', { name: /^I accept/ });
    expect(await accept.count()).toBe(0);
    service.request.release.required = true;
    service.faults = [
      { on: /POST .*takes$/, status: 400, body: { code: 'invalid_input', field: 'releaseAccepted' } },
    ];
    await button(page, 'Submit recording').click();
    await accept.waitFor();
    await page.getByText(service.request.release.text.slice(0, 60)).waitFor();
    expect(await accept.getAttribute('aria-invalid')).toBe('true');
    await expectAccessible(page);
    service.faults = [];
    await accept.check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.opened['releaseAccepted']).toBe(true);
  });

  it('a recording that is refused as too long can be saved as a file', async () => {
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    service.faults = [
      { on: /POST .*takes$/, status: 400, body: { code: 'invalid_input', field: 'durationSec' } },
    ];
    await button(page, 'Submit recording').click();
    await page.getByRole('alert').getByText('The recording was not accepted as it is').waitFor();
    await expectAccessible(page);
    const saved = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Save a copy' }).click();
    expect((await saved).suggestedFilename()).toBe('my-recording.mp4');
  });

  it('a recording for a request that closed meanwhile can still be found, and deleted for good', async () => {
    await recordFromQuestion();
    service.request.status = 'closed';
    await page.reload();
    await button(page, 'Show the recording that I did not send').click();
    await button(page, 'Delete it from this device').click();
    await button(page, 'Delete it from this device').waitFor({ state: 'detached' });
    service.request.status = 'active';
    await page.reload();
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await heading(page, 'You have a recording that was not sent').count()).toBe(0);
  });

  it('sending can be stopped and taken up again without losing the take', async () => {
    let open = () => {};
    service.gate = new Promise((resolve) => (open = resolve));
    await recordFromQuestion();
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await expectAccessible(page);
    await button(page, 'Stop sending').click();
    open();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes).toHaveLength(1);
  });

  it('a server that does not answer leaves a way to try again', async () => {
    service.faults = [{ on: /GET .*contacts/, status: 503, body: {} }];
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await heading(page, 'The question could not be loaded').waitFor();
    await expectAccessible(page);
    await button(page, 'Try again').press('Enter');
    await page.waitForFunction(
      () => document.activeElement?.textContent === 'The question could not be loaded',
    );
    service.faults = [];
    await button(page, 'Try again').click();
    await button(page, 'Turn on camera and microphone').waitFor();
  });
});
