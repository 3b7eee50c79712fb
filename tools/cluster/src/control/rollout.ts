// How a Deployment goes from the pods that it has to those that it should have.

export interface PodState {
  name: string;
  /** Made from the template that is wanted now. */
  current: boolean;
  ready: boolean;
}

export interface RolloutSpec {
  replicas: number;
  maxSurge: number;
  maxUnavailable: number;
}

export interface Step {
  create: number;
  remove: string[];
}

/**
 * The next step: as many new pods as `maxSurge` leaves room for, and as many old ones away as leaves
 * `replicas - maxUnavailable` ready; those that are not ready go first. Pods that are ending are not among `pods`.
 */
export function nextStep(
  { replicas, maxSurge, maxUnavailable }: RolloutSpec,
  pods: readonly PodState[],
): Step {
  const current = pods.filter((pod) => pod.current);
  const old = pods.filter((pod) => !pod.current);
  const most = replicas + (old.length > 0 ? maxSurge : 0);
  const create = Math.max(0, Math.min(replicas - current.length, most - pods.length));
  const surplus = current.slice(replicas).map(({ name }) => name);
  const idle = old.filter((pod) => !pod.ready);
  const ready = old.filter((pod) => pod.ready);
  const spare = pods.filter((pod) => pod.ready).length - (replicas - maxUnavailable);
  const going = ready.slice(0, Math.max(0, spare));
  return {
    create,
    remove: [...surplus, ...idle, ...going].map((one) => (typeof one === 'string' ? one : one.name)),
  };
}

/** Everything is as it should be. */
export function isSettled({ replicas }: RolloutSpec, pods: readonly PodState[]): boolean {
  return pods.length === replicas && pods.every(({ current, ready }) => current && ready);
}
