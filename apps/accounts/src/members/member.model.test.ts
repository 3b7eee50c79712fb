import { expect, it } from 'vitest';
import {
  activated,
  deactivated,
  inRole,
  isDeactivated,
  joined,
  left,
  newMember,
  ownerOf,
  type Member,
} from './member.model.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const later = new Date('2026-02-01T00:00:00.000Z');
const person = (email: string, role: Member['role']): Member =>
  newMember({ organizationId: 'org_1', email, role }, now);

it('an address is kept in lower case', () => {
  expect(person('Ada@Acme.example', 'owner').email).toBe('ada@acme.example');
});

it('the last owner cannot leave; one of two can', () => {
  const [ada, ben, eve] = [
    person('a@x.example', 'owner'),
    person('b@x.example', 'producer'),
    person('e@x.example', 'owner'),
  ];
  expect(() => left(ada, [ada, ben], now)).toThrow('last owner');
  expect(left(ada, [ada, ben, eve], now).removedAt).toEqual(now);
  expect(left(ben, [ada, ben], now).removedAt).toEqual(now);
});

it('who comes back keeps the id, and takes the role given now', () => {
  const gone = { ...person('b@x.example', 'owner'), removedAt: now };
  const back = joined(gone, { organizationId: 'org_1', email: 'b@x.example', role: 'producer' }, later);
  expect(back).toEqual({ ...gone, role: 'producer', removedAt: null });
  expect(() =>
    joined(back, { organizationId: 'org_1', email: 'b@x.example', role: 'producer' }, later),
  ).toThrow('already');
});

it('no mark of a deactivation outlives it, whichever way the person comes back or goes', () => {
  const ben = { ...person('b@x.example', 'producer'), externalId: 'b' };
  const out = deactivated(ben, [ben], later);
  expect(out).toEqual({ ...ben, removedAt: later, deactivatedAt: later });
  expect([isDeactivated(ben), isDeactivated(out)]).toEqual([false, true]);
  expect(activated(out)).toEqual(ben);
  expect(joined(out, ben, later)).toEqual(ben);
  expect(left({ ...ben, deactivatedAt: now }, [ben], later)).toMatchObject({
    deactivatedAt: null,
    externalId: null,
  });
});

it('who was removed is not deactivated, and a mark that somebody present still has says nothing', () => {
  const ben = person('b@x.example', 'producer');
  expect(() => activated({ ...ben, removedAt: now })).toThrow('not deactivated');
  expect(() => activated({ ...ben, deactivatedAt: now })).toThrow('not deactivated');
});

it('the last owner cannot be deactivated, and an owner comes back as an admin', () => {
  const [ada, ben] = [person('a@x.example', 'owner'), person('b@x.example', 'owner')];
  expect(() => deactivated(ada, [ada], now)).toThrow('last owner');
  expect(activated(deactivated(ada, [ada, ben], now)).role).toBe('admin');
});

it('who answers for the organization is its first owner', () => {
  const [ben, ada, eve] = [
    person('b@x.example', 'producer'),
    person('a@x.example', 'owner'),
    person('e@x.example', 'owner'),
  ];
  expect(ownerOf([ben, ada, eve])).toBe(ada);
  expect(ownerOf([ben])).toBeUndefined();
});

it('an organization keeps an owner: the last one can become nothing else, one of two can', () => {
  const [ada, ben, eve] = [
    person('a@x.example', 'owner'),
    person('b@x.example', 'viewer'),
    person('e@x.example', 'owner'),
  ];
  for (const role of ['admin', 'producer', 'viewer'] as const)
    expect(() => inRole(ada, role, [ada, ben])).toThrow('last owner');
  expect(inRole(ada, 'owner', [ada, ben])).toEqual(ada);
  expect(inRole(ada, 'viewer', [ada, ben, eve])).toEqual({ ...ada, role: 'viewer' });
  expect(inRole(ben, 'owner', [ada, ben]).role).toBe('owner');
});
