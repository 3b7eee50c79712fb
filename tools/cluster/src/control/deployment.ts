// The controller of one Deployment.
import { createHash } from 'node:crypto';
import type { DeploymentSpec } from '../manifests/types.js';
import type { Pod } from '../pods/pod.js';
import { isSettled, nextStep, type PodState, type RolloutSpec } from './rollout.js';

export type StartPod = (owner: string, template: DeploymentSpec['template']) => Pod;

export class Deployment {
  private readonly pods = new Map<Pod, string>();
  private hash = '';

  constructor(
    readonly name: string,
    private spec: DeploymentSpec,
    private readonly start: StartPod,
  ) {
    this.apply(spec);
  }

  /** A changed template replaces the pods, step by step. */
  apply(spec: DeploymentSpec): void {
    this.spec = spec;
    this.hash = createHash('sha256').update(JSON.stringify(spec.template)).digest('hex').slice(0, 8);
  }

  private get rollout(): RolloutSpec {
    return { replicas: this.spec.replicas, ...this.spec.strategy.rollingUpdate };
  }

  get running(): Pod[] {
    return [...this.pods.keys()].filter(({ ending }) => !ending);
  }

  private get states(): PodState[] {
    return this.running.map((pod) => ({
      name: pod.name,
      current: this.pods.get(pod) === this.hash,
      ready: pod.ready,
    }));
  }

  get isSettled(): boolean {
    return isSettled(this.rollout, this.states) && this.running.length === this.pods.size;
  }

  /** One step towards what is wanted; called whenever something has changed. */
  reconcile(): void {
    const { create, remove } = nextStep(this.rollout, this.states);
    for (const pod of this.running) if (remove.includes(pod.name)) void this.forget(pod, pod.end());
    for (let index = 0; index < create; index += 1) {
      const pod = this.start(`${this.name}-${this.hash}`, this.spec.template);
      this.pods.set(pod, this.hash);
      void this.forget(pod, pod.gone);
    }
  }

  private async forget(pod: Pod, gone: Promise<unknown>): Promise<void> {
    await gone.catch(() => undefined);
    this.pods.delete(pod);
  }

  async end(): Promise<void> {
    await Promise.all([...this.pods.keys()].map((pod) => pod.end()));
  }
}
