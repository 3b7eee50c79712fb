import { until } from '@capture/testing';

/** Refused for good. Another call under the same Idempotency-Key may still be under way, cut off from its caller. */
function isRefusal(error: unknown): boolean {
  const text = String(error);
  return /answered (400|401|403|404|409|422|429)/.test(text) && !text.includes('idempotency_in_progress');
}

/** Repeats a step as a patient client does while the other side is down; refusals are not repeated. */
export async function persist<T>(what: string, step: () => Promise<T>): Promise<T> {
  let refusal: unknown;
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
