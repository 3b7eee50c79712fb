import { newId } from '@capture/contracts';
import { describe, expect, it } from 'vitest';
import { publicBody } from './event.model.js';

const envelope = (data: object) => ({
  id: newId('event'),
  type: 'capture_request.closed',
  version: 1,
  occurredAt: '2026-01-31T12:00:00.000Z',
  organizationId: newId('organization'),
  data,
});

describe('public body', () => {
  it('carries metadata as the text that was sent', () => {
    const metadata = '{"10":1,"2":12345678901234567890,"nul":"\\u0000", "spaced" : [ ] }';
    const body = publicBody(envelope({ reason: 'closed_by_api', metadata }), ['reason', 'metadata'], 7n);
    expect(body).toContain(`"metadata":${metadata}`);
    expect(JSON.parse(body)).toMatchObject({
      sequence: 7,
      apiVersion: 'v1',
      data: { reason: 'closed_by_api' },
    });
  });

  it('leaves out what the type does not declare', () => {
    const body = publicBody(
      envelope({ reason: 'closed_by_api', link: 'https://example.com/?k=canary' }),
      ['reason'],
      1n,
    );
    expect(body).not.toContain('canary');
  });

  it('stays under 20 kB with the largest metadata', () => {
    const metadata = JSON.stringify({ text: 'x'.repeat(16_384 - 11) });
    expect(metadata).toHaveLength(16_384);
    const body = publicBody(
      envelope({ captureRequestId: newId('captureRequest'), metadata }),
      ['captureRequestId', 'metadata'],
      1n,
    );
    expect(Buffer.byteLength(body)).toBeLessThan(20_000);
  });

  it('has no sequence for a ping', () => {
    expect(JSON.parse(publicBody(envelope({}), [], null))).toMatchObject({ sequence: null, data: {} });
  });
});
