import { describe, expect, it } from 'vitest';
import { closeRequest, createRequest, type CaptureRequest } from '../requests/capture-request.model.js';
import { refusalError } from '../respond/refusal.js';
import { REFUSALS, type Take } from '../takes/take.model.js';
import { landingRefusal, type Landing } from './landing.model.js';

const now = new Date('2026-01-01T12:00:00.000Z');
const request = createRequest(
  'org_1',
  { title: 'a', prompt: 'b', status: 'active', maxDurationSec: 60 },
  now,
);

describe('landing a take', () => {
  const take = { id: 'tke_1', previousSubmissionId: null, durationSec: 12, linkVersion: 1 } as Take;
  const landing: Landing = {
    request,
    linkAlive: true,
    currentSubmissionId: null,
    submissionCap: 10,
    durationSec: 12,
  };
  const full: CaptureRequest = { ...request, submissionCount: 10 };
  const again = { ...take, previousSubmissionId: 'sub_1' };
  const cases: [string, Take, Partial<Landing>, string | undefined][] = [
    ['as opened', take, {}, undefined],
    ['request deleted', take, { request: undefined }, 'link_expired'],
    ['link revoked', take, { linkAlive: false }, 'link_expired'],
    [
      'request closed',
      take,
      { request: closeRequest(request, 'closed_by_api', now) },
      'capture_request_closed',
    ],
    [
      'deadline passed, not yet marked as closed',
      take,
      { request: { ...request, deadlineAt: now } },
      'capture_request_closed',
    ],
    ['another take landed since', take, { currentSubmissionId: 'sub_2' }, 'superseded'],
    [
      'another take landed since, in place of an earlier one',
      again,
      { currentSubmissionId: 'sub_2' },
      'superseded',
    ],
    ['in place of the earlier one', again, { currentSubmissionId: 'sub_1' }, undefined],
    ['one more than the cap', take, { request: full }, 'submission_cap'],
    ['in place of one, at the cap', again, { request: full, currentSubmissionId: 'sub_1' }, undefined],
    ['a file much longer than was said', take, { durationSec: 64 }, 'too_long'],
    ['a file a little longer than was said', take, { durationSec: 63 }, undefined],
  ];
  it.each(cases)('%s', (_title, subject, changes, refusal) => {
    expect(landingRefusal(subject, { ...landing, ...changes }, now)).toBe(refusal);
  });

  it('every refusal has an error of its own', () => {
    expect(new Set(REFUSALS.map((refusal) => refusalError(refusal).code)).size).toBe(REFUSALS.length);
  });
});
