import { until } from '@capture/testing';

/** A refusal that retrying cannot change. `idempotency_in_progress`: an earlier try, cut off from its caller, is still running. */
function isRefusal(error: unknown): error is Error {
  const text = String(error);
  return /answered (400|401|403|404|409|422|429)/.test(text) && !text.includes('idempotency_in_progress');
}

/** Retries a step while the service is down; refusals are thrown at once. */
export async function retry<T>(what: string, step: () => Promise<T>): Promise<T> {
  let refusal: Error | undefined;
  const result = await until(
    what,
    async () => {
      try {
        return { value: await step() };
      } catch (error) {
        if (!isRefusal(error)) throw error;
        refusal = error;
        return { value: undefined };
      }
    },
    90_000,
    // A link has 300 requests a minute.
    250,
  );
  if (refusal !== undefined) throw refusal;
  return result.value as T;
}
