import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { SamplingDecision } from '@opentelemetry/sdk-trace';
import { expect, it } from 'vitest';
import { samplerOf } from './sampling.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

/** Whether a request with a traceparent of these flags is recorded. */
function recorded(ratio: number, publicPort: boolean, traceFlags: number): boolean {
  const remote = { traceId: TRACE, spanId: 'b7ad6b7169203331', traceFlags, isRemote: true };
  const parent = trace.setSpanContext(ROOT_CONTEXT, remote);
  const { decision } = samplerOf(ratio, publicPort).shouldSample(
    parent,
    TRACE,
    'GET /',
    SpanKind.SERVER,
    {},
    [],
  );
  return decision === SamplingDecision.RECORD_AND_SAMPLED;
}

it("at the public port a stranger's header neither has a trace recorded nor keeps one from being it", () => {
  expect([recorded(0, true, 1), recorded(1, true, 0)]).toEqual([false, true]);
});

it('behind it a service does as the gateway has decided', () => {
  expect([recorded(0, false, 1), recorded(1, false, 0)]).toEqual([true, false]);
});
