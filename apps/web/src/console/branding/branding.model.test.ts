import { expect, it } from 'vitest';
import { withChanges } from './branding.model.js';

it('a name or a colour that another member has changed meanwhile stays, unless the person changed it too', () => {
  const before = { displayName: 'Acme', colour: '#20438f' };
  const now = { displayName: 'Acme Research', colour: null };
  expect(withChanges(now, before, before)).toEqual(now);
  expect(withChanges(now, { ...before, displayName: 'Ours' }, before)).toEqual({
    displayName: 'Ours',
    colour: null,
  });
  expect(withChanges(now, { ...before, colour: '#0b5fff' }, before)).toEqual({
    displayName: 'Acme Research',
    colour: '#0b5fff',
  });
  expect(withChanges(now, { displayName: null, colour: '#0b5fff' }, before)).toEqual({
    displayName: null,
    colour: '#0b5fff',
  });
});
