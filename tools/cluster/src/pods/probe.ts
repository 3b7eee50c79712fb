// Probes as a kubelet runs them: from the node, in periods, with thresholds.
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpProbe } from '../manifests/types.js';

export interface ProbeTarget {
  ip: string;
  ports: Record<string, number>;
}

/** Statuses from 200 up to 399 are a success. */
async function asks(
  { httpGet, timeoutSeconds = 1 }: HttpProbe,
  { ip, ports }: ProbeTarget,
): Promise<boolean> {
  const port = typeof httpGet.port === 'number' ? httpGet.port : ports[httpGet.port];
  try {
    const answer = await fetch(`http://${ip}:${port}${httpGet.path}`, {
      headers: { connection: 'close' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    await answer.arrayBuffer();
    return answer.status >= 200 && answer.status < 400;
  } catch {
    return false;
  }
}

/** Counts outcomes: a change is told once, when the threshold is reached. One success is enough, as by default. */
export class Threshold {
  private failures = 0;

  constructor(private readonly failureThreshold: number) {}

  /** True or false where the state is known now, undefined where it stays what it was. */
  after(success: boolean): boolean | undefined {
    this.failures = success ? 0 : this.failures + 1;
    if (success) return true;
    return this.failures >= this.failureThreshold ? false : undefined;
  }
}

/**
 * Probes until `signal` aborts, or `tell` answers false.
 * @param tell is given each known state
 */
export async function probing(
  probe: HttpProbe,
  target: ProbeTarget,
  signal: AbortSignal,
  tell: (passed: boolean) => boolean,
): Promise<void> {
  const { periodSeconds = 10, failureThreshold = 3, initialDelaySeconds = 0 } = probe;
  const threshold = new Threshold(failureThreshold);
  try {
    await pause(initialDelaySeconds * 1000, undefined, { signal });
    for (;;) {
      const state = threshold.after(await asks(probe, target));
      if (signal.aborted || (state !== undefined && !tell(state))) return;
      await pause(periodSeconds * 1000, undefined, { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
