import { describe, expect, it } from 'vitest';
import { changesOf, shownOf } from './provider-form.model.js';
import type { Provider } from './single-sign-on-api.js';

const before: Provider = {
  issuer: 'https://id.acme.example',
  clientId: 'capture',
  domains: ['acme.example'],
  passwordAllowed: false,
  asksSecondFactor: true,
  newMemberRole: 'viewer',
  redirectUri: 'https://capture.acme.example/console/single-sign-on',
  updatedAt: '2026-11-28T12:00:00.000Z',
};
const shown = shownOf(before);
const { issuer, clientId } = before;

describe('a change of the identity provider', () => {
  it('sends nothing of a form that was left as it was', () => {
    expect(changesOf(shown, before)).toEqual({});
    expect(changesOf({ ...shown, issuer: ` ${issuer} ` }, before)).toEqual({});
  });

  it.each([
    [{ passwordAllowed: true }, { passwordAllowed: true }],
    [{ asksSecondFactor: false }, { asksSecondFactor: false }],
    [{ newMemberRole: '' }, { newMemberRole: null }],
    [{ newMemberRole: 'producer' }, { newMemberRole: 'producer' }],
  ])('sends what was changed alone: %j', (changed, sent) => {
    expect(changesOf({ ...shown, ...changed }, before)).toEqual(sent);
  });

  it('sends a secret with the issuer and client that it was filled in for', () => {
    const secret = { clientSecret: 'secret' };
    expect(changesOf({ ...shown, ...secret }, before)).toEqual({ issuer, clientId, ...secret });
    const another = { clientId: 'another', ...secret };
    expect(changesOf({ ...shown, ...another }, before)).toEqual({ issuer, ...another });
  });
});
