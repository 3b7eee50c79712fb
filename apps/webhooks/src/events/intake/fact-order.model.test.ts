import { CaptureRequestClosed, createEvent, newId, type EventEnvelope } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { FactOrder, linesOf } from './fact-order.model.js';

const organizationId = newId('organization');
const source = 'capture_requests';

function fact(ordinal?: number, from = source): EventEnvelope {
  const data = {
    captureRequestId: newId('captureRequest'),
    metadata: '{}',
    reason: 'closed_by_api' as const,
  };
  const envelope: EventEnvelope = createEvent(CaptureRequestClosed, organizationId, data);
  return ordinal === undefined ? envelope : { ...envelope, fact: { source: from, ordinal } };
}

const from = (last: number): FactOrder => new FactOrder([{ organizationId, source, last }]);

describe('facts of one service about one organization', () => {
  it('take effect in the order of their numbers, however they arrive', () => {
    const [first, second, third] = [fact(4), fact(5), fact(6)];
    const order = from(3);
    for (const envelope of [third, second, first]) order.arrive(envelope);
    expect(order.effective).toEqual([first, second, third]);
    expect(order.early).toEqual([]);
    expect(order.moved).toEqual([{ organizationId, source, last: 6 }]);
  });

  it('wait for the one before', () => {
    const [next, early] = [fact(4), fact(6)];
    const order = from(3);
    for (const envelope of [early, next]) order.arrive(envelope);
    expect(order.effective).toEqual([next]);
    expect(order.early).toEqual([early]);
    expect(order.moved).toEqual([{ organizationId, source, last: 4 }]);
  });

  it('take effect at once when their number has been passed, and take nobody back', () => {
    const late = fact(2);
    const order = from(3);
    order.arrive(late);
    expect(order.effective).toEqual([late]);
    expect(order.moved).toEqual([{ organizationId, source, last: 3 }]);
  });

  it('go on after numbers that are passed', () => {
    const waiting = fact(6);
    const order = from(3);
    order.arrive(waiting);
    order.pass({ organizationId, source, last: 5 });
    expect(order.effective).toEqual([waiting]);
  });
});

describe('facts of several services', () => {
  it('keep the order of their arrival, those without a number too', () => {
    const arrived = [fact(1), fact(1, 'recordings'), fact(), fact(2), fact(2, 'recordings')];
    const order = new FactOrder(linesOf(arrived).map((line) => ({ ...line, last: 0 })));
    for (const envelope of arrived) order.arrive(envelope);
    expect(order.effective).toEqual(arrived);
  });

  it('belong to a line each, named once', () => {
    expect(linesOf([fact(1), fact(2), fact(1, 'recordings'), fact()])).toEqual([
      { organizationId, source },
      { organizationId, source: 'recordings' },
    ]);
  });
});
