import { describe, expect, it } from 'vitest';
import { toLocalInput } from '../copy/local-time.js';
import { bodyOf, changesOf, type Before } from './request-form.model.js';

const DEADLINE = '2030-05-31T16:00:42.000Z';
const NO_RELEASE = { text: null, required: false, version: null };

function formOf(filledIn: Record<string, string>): FormData {
  const form = new FormData();
  const fields = { title: 'Title', prompt: 'Prompt?', minutes: '5', release: '', deadline: '', ...filledIn };
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return form;
}

const BEFORE: Before = {
  title: 'Title',
  prompt: 'Prompt?',
  maxDurationSec: 300,
  openLink: null,
  deadlineAt: null,
  release: NO_RELEASE,
};

/** What is sent for a form in which the rest is as it was. */
const changed = (filledIn: Record<string, string>, before: Partial<Before> = {}) =>
  changesOf(formOf(filledIn), { ...BEFORE, ...before });

it('a new request has what was filled in, and a release that has to be accepted', () => {
  const filledIn = { title: ' Title ', minutes: '1.5', release: ' I agree.\n', openLink: 'on' };
  expect(bodyOf(formOf(filledIn))).toEqual({
    title: 'Title',
    prompt: 'Prompt?',
    maxDurationSec: 90,
    openLink: true,
    release: { required: true, text: 'I agree.' },
  });
});

describe('a changed request', () => {
  const shown: Partial<Before> = {
    title: ' Title ',
    prompt: ' Prompt\r\nof two lines? ',
    maxDurationSec: 100,
    openLink: { campaignId: 'cmp_1' },
    deadlineAt: DEADLINE,
    release: { text: 'I agree.', required: true, version: 'v1' },
  };
  const asShown = {
    title: ' Title ',
    prompt: ' Prompt\nof two lines? ',
    minutes: String(100 / 60),
    openLink: 'on',
    deadline: toLocalInput(DEADLINE),
    release: 'I agree.',
  };

  it('is sent only the fields that were changed: another member may have changed the others meanwhile', () => {
    expect(changed(asShown, shown)).toEqual({});
    expect(changed({ ...asShown, title: 'Other' }, shown)).toEqual({ title: 'Other' });
    expect(changed({ ...asShown, prompt: 'Other?' }, shown)).toEqual({ prompt: 'Other?' });
    expect(changed({ ...asShown, minutes: '2' }, shown)).toEqual({ maxDurationSec: 120 });
    const { openLink: _unticked, ...rest } = asShown;
    expect(changed(rest, shown)).toEqual({ openLink: false });
    expect(changed({ openLink: 'on' })).toEqual({ openLink: true });
  });
});

describe('the deadline of a form', () => {
  const deadlineOf = (deadline: string, deadlineAt: string | null) =>
    changed({ deadline }, { deadlineAt }).deadlineAt;

  it('is left as it is, to the second, where nothing was changed', () => {
    expect(deadlineOf(toLocalInput(DEADLINE), DEADLINE)).toBeUndefined();
    expect(deadlineOf('', null)).toBeUndefined();
  });

  it('is cleared where the field was emptied, and set where it was filled in', () => {
    expect(deadlineOf('', DEADLINE)).toBeNull();
    const another = '2031-01-01T10:00:00.000Z';
    expect(deadlineOf(toLocalInput(another), DEADLINE)).toBe(another);
    expect(bodyOf(formOf({ deadline: toLocalInput(another) })).deadlineAt).toBe(another);
  });
});

describe('the release of a form', () => {
  const shown = { text: ' I agree\r\nto this. ', required: false, version: 'v3' };
  const required = { ...shown, required: true };
  const releaseOf = (release: string, before: typeof shown | typeof NO_RELEASE) =>
    changed({ release }, { release: before });

  it.each([
    ['with spaces and line breaks that the field shows otherwise', ' I agree\nto this. ', shown],
    ['that has to be accepted', ' I agree\nto this. ', required],
    ['that there is not', '', NO_RELEASE],
  ])('%s is not sent where it was left as it is', (_title, field, before) => {
    expect(releaseOf(field, before)).not.toHaveProperty('release');
  });

  it('has its new text, and has to be accepted only where it had to before', () => {
    expect(releaseOf('Other.\n', shown).release).toEqual({ required: false, text: 'Other.' });
    expect(releaseOf('Other.\n', required).release).toEqual({ required: true, text: 'Other.' });
    expect(releaseOf('The first.', NO_RELEASE).release).toEqual({ required: true, text: 'The first.' });
  });

  it('is taken away where the field was emptied', () => {
    expect(releaseOf(' ', required).release).toBeNull();
  });
});
