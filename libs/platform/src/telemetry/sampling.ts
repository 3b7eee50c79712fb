import { ParentBasedSampler, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace';

/**
 * Keeps `ratio` of the traces. At the public port the trace's id decides, whatever a stranger's header asks for; those behind it
 * do as has been decided there.
 */
export function samplerOf(ratio: number, publicPort: boolean): Sampler {
  const root = new TraceIdRatioBasedSampler(ratio);
  const strangers = { remoteParentSampled: root, remoteParentNotSampled: root };
  return new ParentBasedSampler({ root, ...(publicPort && strangers) });
}
