import { context, propagation, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';

const tracer = trace.getTracer('capture');

/** W3C trace headers of the current span, to send along with a call or an event. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}

/** Runs `work` in a span that continues the trace named by `headers`; a rejection marks the span failed. */
export async function inSpan<T>(
  name: string,
  options: { kind: SpanKind; headers?: Record<string, unknown>; attributes?: Record<string, string> },
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const parent = propagation.extract(context.active(), options.headers ?? {});
  return tracer.startActiveSpan(
    name,
    { kind: options.kind, attributes: options.attributes ?? {} },
    parent,
    async (span) => {
      try {
        return await work(span);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}

export { SpanKind };
