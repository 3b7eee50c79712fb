// What the API server, the controllers and the proxy of a node do for the manifests that are known here.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Manifest } from '@capture/charts-tool/rendering';
import { unknownIn } from '../manifests/known.js';
import { releaseOf, type Release } from '../manifests/release.js';
import type {
  DeploymentSpec,
  JobSpec,
  PodSpec,
  PodTemplate,
  PolicySpec,
  ServiceSpec,
} from '../manifests/types.js';
import type { Pod } from '../pods/pod.js';
import { Deployment } from './deployment.js';
import { Machine, type MachineInput } from './machine.js';
import { until } from './until.js';

const RECONCILE_EVERY_MS = 100;
const RETRY_JOB_MS = 10_000;

export class Cluster {
  readonly machine: Machine;
  private readonly deployments = new Map<string, Deployment>();
  private readonly loop: NodeJS.Timeout;

  constructor(input: MachineInput) {
    this.machine = new Machine(input);
    this.loop = setInterval(() => this.reconcile(), RECONCILE_EVERY_MS);
  }

  private reconcile(): void {
    for (const deployment of this.deployments.values()) deployment.reconcile();
  }

  /** What `helm install` or `helm upgrade` does with these manifests: hooks before, then everything, without waiting. */
  async apply(
    manifests: readonly Manifest[],
    event: 'install' | 'upgrade',
    { hooks = true } = {},
  ): Promise<Release> {
    const unknown = unknownIn(manifests);
    if (unknown.length > 0)
      throw new Error(`These manifests ask for what is not known here:\n${unknown.join('\n')}`);
    const release = releaseOf(manifests, event);
    for (const hook of hooks ? release.before : []) await this.applyOne(hook);
    for (const object of release.objects) await this.applyOne(object);
    return release;
  }

  private async applyOne(manifest: Manifest): Promise<void> {
    const { kind, metadata } = manifest;
    const spec = manifest['spec'];
    if (kind === 'ConfigMap')
      this.machine.configMaps.set(metadata.name, manifest['data'] as Record<string, string>);
    if (kind === 'Service') this.machine.setService(metadata.name, spec as ServiceSpec);
    if (kind === 'NetworkPolicy') await this.machine.setPolicy(metadata.name, spec as PolicySpec);
    if (kind === 'Job') await this.runJob(metadata.name, spec as JobSpec);
    if (kind === 'Deployment') this.applyDeployment(metadata.name, spec as DeploymentSpec);
  }

  private applyDeployment(name: string, spec: DeploymentSpec): void {
    const known = this.deployments.get(name);
    const start = (owner: string, template: PodTemplate): Pod => this.machine.startPod(owner, template);
    if (known === undefined) this.deployments.set(name, new Deployment(name, spec, start));
    else known.apply(spec);
  }

  /** @throws Error with the place of its log when it has failed too often */
  private async runJob(
    name: string,
    { backoffLimit, activeDeadlineSeconds, template }: JobSpec,
  ): Promise<void> {
    const deadline = Date.now() + activeDeadlineSeconds * 1000;
    for (let failures = 0; ; failures += 1) {
      const pod = this.machine.startPod(name, template);
      if ((await pod.gone) === 0) return;
      const log = join(this.machine.logs, `${pod.name}.log`);
      if (failures >= backoffLimit || Date.now() > deadline) throw new Error(`job ${name} failed: ${log}`);
      await pause(RETRY_JOB_MS * 2 ** failures);
    }
  }

  /** What `helm test` does. @returns the log of each test pod by its name, those that failed first */
  async test({ tests }: Release): Promise<{ name: string; passed: boolean }[]> {
    const results: { name: string; passed: boolean }[] = [];
    for (const { metadata, ...manifest } of tests) {
      const template = { metadata: { labels: metadata.labels ?? {} }, spec: manifest['spec'] as PodSpec };
      const pod = this.machine.startPod(metadata.name, template);
      results.push({ name: pod.name, passed: (await pod.gone) === 0 });
    }
    return results;
  }

  deployment(name: string): Deployment {
    const found = this.deployments.get(name);
    if (found === undefined) throw new Error(`there is no Deployment ${name}`);
    return found;
  }

  /** As `kubectl rollout status` of all Deployments. */
  async settled(timeoutMs = 300_000): Promise<void> {
    this.reconcile();
    const unsettled = (): string[] =>
      [...this.deployments.values()].filter(({ isSettled }) => !isSettled).map(({ name }) => name);
    await until(
      `pods to be ready; logs are in ${this.machine.logs}`,
      () => unsettled().length === 0,
      timeoutMs,
    );
    await this.machine.quiet();
  }

  async stop(): Promise<void> {
    clearInterval(this.loop);
    await Promise.all([...this.deployments.values()].map((deployment) => deployment.end()));
  }
}
