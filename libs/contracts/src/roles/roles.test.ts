import { describe, expect, it } from 'vitest';
import type { AppError } from '../errors/app-error.js';
import {
  ACTIONS,
  may,
  requireRight,
  ROLE_NAMES,
  roleNameOf,
  roleOf,
  ROLES,
  rolesFor,
  type Action,
} from './roles.js';

const actions = Object.keys(ACTIONS) as Action[];
const allowed = (role: (typeof ROLES)[number]): Action[] => actions.filter((action) => may(role, action));

describe('roles', () => {
  it('an owner may do everything, an admin everything but what concerns owners and the organization itself', () => {
    expect(allowed('owner')).toEqual(actions);
    const denied = actions.filter((action) => !may('admin', action));
    expect(denied).toEqual(['owners.manage', 'single_sign_on.manage', 'organization.delete']);
  });

  it('a producer manages requests, recordings and rooms of their own, and nothing of the organization', () => {
    const collecting = ['requests.manage', 'recordings.manage', 'media.download', 'rooms.host', 'rooms.end'];
    expect(allowed('producer').toSorted()).toEqual([...allowed('viewer'), ...collecting].toSorted());
  });

  it('a viewer reads and plays, and makes no download links', () => {
    expect(allowed('viewer')).toEqual(['sign_in.own', 'content.read']);
  });

  it('the former name of a producer is a producer, and every other name stands for itself', () => {
    for (const action of actions) expect(may('member', action)).toBe(may('producer', action));
    expect(ROLE_NAMES.map(roleOf)).toEqual([...ROLES, 'producer']);
    for (const role of ROLES) expect(roleOf(roleNameOf(role))).toBe(role);
  });

  it('a name that stands for no role may nothing', () => {
    for (const name of ['king', '', 'Owner', 'constructor'])
      for (const action of actions) expect(may(name as 'owner', action)).toBe(false);
  });

  it('a process of the former release knows the stored name of owners and producers', () => {
    expect([roleNameOf('owner'), roleNameOf('producer')]).toEqual(['owner', 'member']);
  });

  it('a refusal names the action and the least role that may', () => {
    expect(() => requireRight('producer', 'requests.manage')).not.toThrow();
    for (const action of actions)
      for (const role of ROLES.filter((each) => !rolesFor(action).includes(each))) {
        const requiredRole = rolesFor(action).at(-1);
        const error = { status: 403, code: 'insufficient_role', extras: { requiredRole, action } };
        expect(() => requireRight(role, action)).toThrow(expect.objectContaining(error) as AppError);
      }
  });
});
