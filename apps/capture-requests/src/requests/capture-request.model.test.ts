import { AppError } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import {
  assertCollecting,
  closeRequest,
  createRequest,
  editRequest,
  requestAt,
  statusAt,
} from './capture-request.model.js';
import type { CaptureRequest, Changes, Draft, Status } from './capture-request.model.js';

const now = new Date('2026-01-01T12:00:00.000Z');
const later = new Date(now.getTime() + 60_000);
const muchLater = new Date(now.getTime() + 120_000);

function request(status: Status, changes: Partial<CaptureRequest> = {}): CaptureRequest {
  const draft: Draft = { title: 'Title', prompt: 'Prompt?', status: status === 'draft' ? 'draft' : 'active' };
  const created = { ...createRequest('org_1', draft, now), ...changes };
  return status === 'closed' ? closeRequest(created, 'closed_by_api', now) : created;
}

function codeOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError)
      return `${error.code}${error.extras.field ? `:${error.extras.field}` : ''}`;
    throw error;
  }
  return undefined;
}

describe('state machine', () => {
  const launch: Changes & { status: 'active' } = { status: 'active' };
  const due = { deadlineAt: later };
  const cases: { title: string; act: () => CaptureRequest; becomes: Status }[] = [
    { title: 'created without a status is a draft', act: () => request('draft'), becomes: 'draft' },
    { title: 'created active skips the draft', act: () => request('active'), becomes: 'active' },
    {
      title: 'a draft is launched',
      act: () => editRequest(request('draft'), launch, now),
      becomes: 'active',
    },
    {
      title: 'an active request launched again stays active',
      act: () => editRequest(request('active'), launch, now),
      becomes: 'active',
    },
    {
      title: 'a draft edited stays a draft',
      act: () => editRequest(request('draft'), { title: 'b' }, now),
      becomes: 'draft',
    },
    {
      title: 'a draft is closed',
      act: () => closeRequest(request('draft'), 'closed_by_api', now),
      becomes: 'closed',
    },
    {
      title: 'an active request is closed',
      act: () => closeRequest(request('active'), 'closed_by_api', now),
      becomes: 'closed',
    },
    {
      title: 'a closed request closed again stays closed',
      act: () => closeRequest(request('closed'), 'closed_by_api', later),
      becomes: 'closed',
    },
    {
      title: 'an active request past its deadline is closed',
      act: () => requestAt(request('active', due), later),
      becomes: 'closed',
    },
    {
      title: 'a draft past its deadline stays a draft',
      act: () => requestAt(request('draft', due), muchLater),
      becomes: 'draft',
    },
  ];
  it.each(cases)('$title', ({ act, becomes }) => {
    expect(act().status).toBe(becomes);
  });

  it('refuses every edit of a closed request, and of one past its deadline', () => {
    expect(codeOf(() => editRequest(request('closed'), {}, now))).toBe('capture_request_closed');
    expect(codeOf(() => editRequest(request('active', due), { deadlineAt: null }, later))).toBe(
      'capture_request_closed',
    );
  });

  it('refuses to launch a draft past its deadline, unless the same edit moves it', () => {
    expect(codeOf(() => editRequest(request('draft', due), launch, later))).toBe('invalid_input:deadlineAt');
    expect(editRequest(request('draft', due), { ...launch, deadlineAt: muchLater }, later).status).toBe(
      'active',
    );
  });

  it('keeps reason and time of the first close', () => {
    const closed = closeRequest(request('active'), 'closed_by_member', now);
    expect(closeRequest(closed, 'closed_by_api', later)).toEqual(closed);
  });

  it('a deadline binds at its instant: closing later says deadline_passed, at the deadline', () => {
    const overdue = request('active', due);
    expect(statusAt(overdue, new Date(later.getTime() - 1))).toBe('active');
    expect(closeRequest(overdue, 'closed_by_api', muchLater)).toMatchObject({
      closedReason: 'deadline_passed',
      closedAt: later,
    });
  });

  it('says when it was launched, and keeps that', () => {
    expect(request('draft').launchedAt).toBeNull();
    const launched = editRequest(request('draft'), launch, later);
    expect(launched.launchedAt).toEqual(later);
    expect(editRequest(launched, launch, muchLater).launchedAt).toEqual(later);
  });
});

describe('merge patch', () => {
  const rich = createRequest(
    'org_1',
    {
      title: 'a',
      prompt: 'b',
      status: 'draft',
      maxDurationSec: 60,
      metadata: '{"x":1}',
      deadlineAt: later,
      release: { text: 'c' },
    },
    now,
  );

  it('leaves alone what is left out', () => {
    expect(editRequest(rich, {}, now)).toEqual(rich);
  });

  it('replaces metadata as a whole', () => {
    expect(editRequest(rich, { metadata: '{"y":null}' }, now).metadata).toBe('{"y":null}');
  });

  it('null puts back what a request is without the member', () => {
    const bare = editRequest(
      rich,
      { maxDurationSec: null, deadlineAt: null, release: null, openLink: null },
      now,
    );
    expect(bare).toMatchObject({
      maxDurationSec: 300,
      deadlineAt: null,
      release: { required: false, text: null, number: null },
    });
  });

  it('merges into the release', () => {
    expect(editRequest(rich, { release: { required: true } }, now).release).toEqual({
      required: true,
      text: 'c',
      number: 1,
      count: 1,
    });
  });

  it('refuses a deadline in the past', () => {
    expect(codeOf(() => editRequest(rich, { deadlineAt: now }, now))).toBe('invalid_input:deadlineAt');
  });
});

describe('open link', () => {
  it('keeps its campaign through revocation, under a version of its own', () => {
    const made = editRequest(request('active'), { openLink: true }, now);
    expect(made.campaign).toMatchObject({ version: 1, open: true });
    expect(editRequest(made, { openLink: true }, now).campaign).toEqual(made.campaign);
    const revoked = editRequest(made, { openLink: false }, now);
    expect(revoked.campaign).toEqual({ id: made.campaign?.id, version: 2, open: false });
    expect(editRequest(revoked, { openLink: true }, now).campaign).toEqual({
      id: made.campaign?.id,
      version: 2,
      open: true,
    });
  });

  it('is not made by revoking what is not there', () => {
    expect(editRequest(request('active'), { openLink: false }, now).campaign).toBeNull();
  });
});

describe('assertCollecting', () => {
  const cases: [string, CaptureRequest, boolean, string | undefined][] = [
    ['active', request('active'), false, undefined],
    ['draft', request('draft'), false, 'capture_request_not_active'],
    ['closed', request('closed'), false, 'capture_request_closed'],
    ['past its deadline', request('active', { deadlineAt: now }), false, 'capture_request_closed'],
    ['paused', request('active'), true, 'organization_paused'],
    ['closed and paused', request('closed'), true, 'capture_request_closed'],
  ];
  it.each(cases)('%s', (_title, subject, paused, code) => {
    expect(codeOf(() => assertCollecting(subject, paused, now))).toBe(code);
  });
});
