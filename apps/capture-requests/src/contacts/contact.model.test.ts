import { describe, expect, it } from 'vitest';
import { distinct, enroll } from './contact.model.js';

const now = new Date('2026-01-01T00:00:00.000Z');
const people = ['a', 'b'].map((name) => ({ email: `${name}@example.com`, name }));

describe('roster', () => {
  it('takes the same address once, whatever its case, as it was written first', () => {
    expect(distinct([...people, { email: 'A@Example.com', name: 'again' }])).toEqual(people);
  });

  it('fills up to the cap', () => {
    expect(enroll({ id: 'crq_1', organizationId: 'org_1', contactCount: 1 }, people, 3, now)).toHaveLength(2);
  });

  it('takes all or none over the cap, and says the cap and the count', () => {
    const over = (): unknown =>
      enroll({ id: 'crq_1', organizationId: 'org_1', contactCount: 2 }, people, 3, now);
    expect(over).toThrow(expect.objectContaining({ code: 'contact_cap', extras: { cap: 3, count: 2 } }));
  });
});
