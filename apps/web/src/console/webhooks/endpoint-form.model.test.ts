import { expect, it } from 'vitest';
import { bodyOf, changesOf } from './endpoint-form.model.js';

const BEFORE = {
  url: 'https://example.com/hooks',
  description: ' Of the night shift ',
  events: ['session.ended' as const, 'recording.created' as const],
};

function changed(url: string, description: string, events: string[]) {
  const form = new FormData();
  form.set('url', url);
  form.set('description', description);
  for (const type of events) form.append('events', type);
  return changesOf(bodyOf(form), BEFORE);
}

it('a changed endpoint is sent only the fields that were changed: another member may have changed the others meanwhile', () => {
  const { url, description } = BEFORE;
  const events = [...BEFORE.events].reverse();
  expect(changed(url, description, events)).toEqual({});
  expect(changed(`${url}/2`, description, events)).toEqual({ url: `${url}/2` });
  expect(changed(url, ' ', events)).toEqual({ description: null });
  expect(changed(url, description, ['*'])).toEqual({ events: ['*'] });
  expect(changed(url, description, ['session.ended'])).toEqual({ events: ['session.ended'] });
});
