import { eventDefinitions, ROLES } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { changeOf, isToldTo, noticedChange, toMessage, TOLD_PATTERNS } from './change.model.js';

describe('what pages are told of an event', () => {
  it('is its type and its ids, and nothing else that it says', () => {
    const data = {
      captureRequestId: 'crq_1',
      recordingId: null,
      metadata: { secretId: 'x' },
      reason: 'closed_by_api',
    };
    const change = changeOf({ type: 'capture_request.closed', data });
    expect(change).toEqual({ type: 'capture_request.closed', ids: { captureRequestId: 'crq_1' } });
    expect(change && toMessage(change)).toBe(
      'event: change\ndata: {"type":"capture_request.closed","ids":{"captureRequestId":"crq_1"}}\n\n',
    );
  });

  it('is told to the roles that may read it; of credentials, sign-ins and audit entries nobody is told', () => {
    const roles = (type: string) => ROLES.filter((role) => isToldTo(role, { type, ids: {} }));
    expect(roles('capture_request.submission_received')).toEqual([...ROLES]);
    expect(roles('webhook_endpoint.disabled')).toEqual(['owner', 'admin']);
    expect(roles('member.removed')).toEqual(['owner', 'admin']);
    expect(roles('session.take_changed')).toEqual([...ROLES]);
    for (const type of ['webhook_delivery.changed', 'erasure.changed'])
      expect([type, roles(type)]).toEqual([type, ['owner', 'admin']]);
    for (const type of ['credential.changed', 'sign_in.ended', 'audit.recorded', 'constructor.x', ''])
      expect([type, changeOf({ type, data: {} }), roles(type)]).toEqual([type, undefined, []]);
    expect(isToldTo('auditor' as 'viewer', { type: 'session.ended', ids: {} })).toBe(false);
  });

  it('is of a notice its type and its ids; of what is none, nothing', () => {
    const notice = {
      organizationId: 'org_1',
      type: 'erasure.changed',
      ids: { erasureId: 'era_1', email: 'x' },
    };
    expect(noticedChange(notice)).toEqual({
      organizationId: 'org_1',
      change: { type: 'erasure.changed', ids: { erasureId: 'era_1' } },
    });
    for (const none of [
      null,
      'text',
      {},
      { ...notice, organizationId: 1 },
      { ...notice, type: 'audit.made' },
    ])
      expect([none, noticedChange(none)]).toEqual([none, undefined]);
    expect(noticedChange({ ...notice, ids: null })?.change.ids).toEqual({});
  });

  it('covers events that there are', () => {
    const subjects = new Set(eventDefinitions().map(({ type }) => `${type.split('.')[0]}.*`));
    expect(TOLD_PATTERNS.filter((pattern) => !subjects.has(pattern))).toEqual([]);
  });
});
