import { describe, expect, it } from 'vitest';
import { KEY } from '../fixtures/fake-service.js';
import {
  base,
  button,
  heading,
  page,
  person,
  playable,
  record,
  recordFromQuestion,
  service,
  useRecorder,
} from '../fixtures/recorder-page.js';
import { expectAccessible, expectReflow } from '../fixtures/visit.js';

useRecorder();

describe('a person answers', () => {
  it('goes from the question to thank you, with a second take in between, and every step is accessible', async () => {
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    expect(await page.getByText('I can withdraw my agreement').isVisible()).toBe(true);
    await expectAccessible(page);
    await expectReflow(page);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    await expectAccessible(page);
    await page.waitForFunction(() => {
      const meter = document.querySelector('[role=meter][aria-label="Microphone level"]');
      return Number(meter?.getAttribute('aria-valuenow')) > 0;
    });
    await record();
    const first = await (await playable()).jsonValue();
    await expectAccessible(page);
    await expectReflow(page);
    expect(await person.liveTracks()).toBe(0);

    await button(page, 'Record again').click();
    await expectAccessible(page);
    await button(page, 'Replace it').click();
    await record();
    expect(await (await playable()).jsonValue()).not.toBe(first);
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    await expectAccessible(page);

    expect(await person.liveTracks()).toBe(0);
    expect(service.takes).toHaveLength(1);
    const [take] = service.takes;
    expect(take?.completed).toBe(true);
    expect(take?.opened).toMatchObject({ releaseAccepted: true, releaseVersion: 'v1' });
    expect(take?.parts.get(1)?.subarray(4, 8).toString()).toBe('ftyp');
  });

  it('can do all of it with the keyboard, and focus is never lost', async () => {
    service.request.release.required = false;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').press('Enter');
    await button(page, 'Start recording').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Stop recording').waitFor();
    await page.keyboard.press('Enter');
    await button(page, 'Submit recording').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Watch your recording');
    await button(page, 'Submit recording').press('Enter');
    await heading(page, 'Thank you').waitFor();
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Thank you');
  });

  it('on an open link gives a name, and is led to what is missing', async () => {
    await recordFromQuestion('/o/cmp_1');
    await button(page, 'Submit recording').click();
    const name = page.getByRole('textbox', { name: 'Your name' });
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    expect(service.takes).toHaveLength(0);
    await name.fill('  Ada Lovelace ');
    await page.getByRole('checkbox', { name: /^I accept/ }).check();
    await button(page, 'Submit recording').click();
    await heading(page, 'Thank you').waitFor();
    expect(service.takes[0]?.opened).toMatchObject({ displayName: 'Ada Lovelace' });
  });

  it('hears when one minute is left, and the time limit ends the recording', async () => {
    service.request.maxDurationSec = 62;
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').click();
    await page.getByRole('status').getByText('One minute left.').waitFor({ state: 'attached' });
    service.request.maxDurationSec = 5;
    await page.reload();
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').click();
    await page.getByText('The recording stopped at the limit of 5 seconds.').waitFor();
  });
});

describe('a long question', () => {
  it('can be read in full beside the picture, on a phone too', async () => {
    service.request.prompt = 'What do you remember of that evening, and who was there with you? '.repeat(40);
    await page.goto(`${base}/r/cnt_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    const start = await button(page, 'Start recording').boundingBox();
    const picture = await page.getByLabel('You, as the camera sees you').boundingBox();
    expect(start && start.y + start.height).toBeLessThanOrEqual(844);
    expect(picture && picture.y).toBeLessThanOrEqual(844 / 2);
    await page.getByRole('region', { name: 'Question' }).press('End');
    await expectAccessible(page);
  });
});

describe('both colour schemes', () => {
  it('the dark one keeps its contrasts on every step', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`${base}/`);
    await heading(page, 'This server collects recordings of people').waitFor();
    await expectAccessible(page);
    await page.goto(`${base}/o/cmp_1?k=${KEY}`);
    await button(page, 'Turn on camera and microphone').waitFor();
    await expectAccessible(page);
    await button(page, 'Turn on camera and microphone').click();
    await button(page, 'Start recording').waitFor();
    await expectAccessible(page);
    await record();
    await button(page, 'Submit recording').click();
    await expectAccessible(page);
  });
});
