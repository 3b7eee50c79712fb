import { compactHeap } from '@capture/platform';
import { until } from './until.js';

/** Resolves once nothing but `references` leads to their objects, of which there is at least one. */
export async function untilForgotten(what: string, references: readonly WeakRef<object>[]): Promise<void> {
  await until(`${what} to be forgotten`, () => {
    compactHeap();
    return references.length > 0 && references.every((each) => each.deref() === undefined);
  });
}
