import { AppError } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { closeRequest, createRequest } from '../requests/capture-request.model.js';
import { assertMayOpen, personOf, type Opening } from './opening.model.js';
import type { Respondent } from './respondent.model.js';

const now = new Date('2026-01-01T12:00:00.000Z');
const MIB = 1024 * 1024;
const LIMITS = { maxSizeBytes: 1000 * MIB, maxBitsPerSec: 8 * MIB };
const request = createRequest(
  'org_1',
  { title: 'a', prompt: 'b', status: 'active', maxDurationSec: 60 },
  now,
);
const withRelease = createRequest(
  'org_1',
  { title: 'a', prompt: 'b', status: 'active', release: { required: true, text: 'c' } },
  now,
);
const contact: Respondent = {
  kind: 'contact',
  id: 'cnt_1',
  linkVersion: 1,
  contactName: 'Ada',
  request,
  paused: false,
  branding: null,
  submissionCap: 10,
};
const campaign: Respondent = { ...contact, kind: 'campaign', id: 'cmp_1', contactName: null };
const opening: Opening = { durationSec: 60, sizeBytes: 1000, releaseAccepted: false };

function refusalOf(respondent: Respondent, changes: Partial<Opening>): string | undefined {
  try {
    assertMayOpen(respondent, { ...opening, ...changes }, LIMITS, now);
  } catch (error) {
    if (error instanceof AppError)
      return `${error.code}${error.extras.field ? `:${error.extras.field}` : ''}`;
    throw error;
  }
  return undefined;
}

describe('opening a take', () => {
  const released = { ...contact, request: withRelease };
  const cases: [string, Respondent, Partial<Opening>, string | undefined][] = [
    ['as asked', contact, {}, undefined],
    ['two seconds over, because a recorder never stops on the dot', contact, { durationSec: 62 }, undefined],
    ['longer than that', contact, { durationSec: 62.1 }, 'invalid_input:durationSec'],
    ['too large', contact, { sizeBytes: 1000 * MIB + 1 }, 'take_too_large'],
    ['as large as its duration explains', contact, { sizeBytes: 92 * MIB }, undefined],
    ['larger than that', contact, { sizeBytes: 92 * MIB + 1 }, 'invalid_input:sizeBytes'],
    ['on an open link without a name', campaign, {}, 'invalid_input:displayName'],
    ['on an open link with a blank name', campaign, { displayName: '  ' }, 'invalid_input:displayName'],
    ['on an open link with a name', campaign, { displayName: 'Bo' }, undefined],
    [
      'release required and not accepted',
      released,
      { releaseVersion: 'v1' },
      'invalid_input:releaseAccepted',
    ],
    [
      'release accepted without saying which',
      released,
      { releaseAccepted: true },
      'invalid_input:releaseVersion',
    ],
    [
      'release accepted in an unknown wording',
      released,
      { releaseAccepted: true, releaseVersion: 'v2' },
      'invalid_input:releaseVersion',
    ],
    ['release accepted', released, { releaseAccepted: true, releaseVersion: 'v1' }, undefined],
    ['a wording where there is none', contact, { releaseVersion: 'v1' }, 'invalid_input:releaseVersion'],
    ['organization paused', { ...contact, paused: true }, {}, 'organization_paused'],
    [
      'request closed',
      { ...contact, request: closeRequest(request, 'closed_by_api', now) },
      {},
      'capture_request_closed',
    ],
  ];
  it.each(cases)('%s', (_title, respondent, changes, code) => {
    expect(refusalOf(respondent, changes)).toBe(code);
  });
});

describe('personOf', () => {
  it('is the contact, whoever says what', () => {
    expect(personOf(contact, { ...opening, respondentId: 'r' }, 'tke_1', 'home')).toBe('cnt_1');
  });

  it('is the respondent of one open link, and another one without an id every time', () => {
    const first = personOf(campaign, { ...opening, respondentId: 'r' }, 'tke_1', 'home');
    expect(personOf(campaign, { ...opening, respondentId: 'r' }, 'tke_2', 'home')).toBe(first);
    expect(
      personOf({ ...campaign, id: 'cmp_2' }, { ...opening, respondentId: 'r' }, 'tke_1', 'home'),
    ).not.toBe(first);
    expect(personOf(campaign, opening, 'tke_1', 'home')).not.toBe(
      personOf(campaign, opening, 'tke_2', 'home'),
    );
  });

  it('cannot be made to look like another one by a respondentId of its shape', () => {
    const named = personOf(campaign, { ...opening, respondentId: 'take/tke_1' }, 'tke_2', 'home');
    expect(named).not.toBe(personOf(campaign, opening, 'tke_1', 'home'));
  });

  it('without a respondentId is bound to the network that the clientTakeId came from', () => {
    const given = { ...opening, clientTakeId: 'c' };
    const mine = personOf(campaign, given, 'tke_1', 'home');
    expect(personOf(campaign, given, 'tke_2', 'home')).toBe(mine);
    expect(personOf(campaign, given, 'tke_2', 'elsewhere')).not.toBe(mine);
  });
});
