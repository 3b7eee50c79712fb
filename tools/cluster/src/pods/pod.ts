// A pod from its start to its end: its container, restarts, probes, and the order in which it is stopped.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Container, Labels, PodSpec } from '../manifests/types.js';
import { addNamespace, pathOf, removeNamespace } from '../network/namespaces.js';
import type { Address } from '../network/rules.js';
import { bundleOf } from './bundle.js';
import { ContainerRun } from './container.js';
import { environmentOf, type Sources } from './environment.js';
import type { Image } from './images.js';
import { probing } from './probe.js';

/** A container that ends is started again at once, then after 10 s, 20 s … 5 min, as by a kubelet. */
const FIRST_BACK_OFF_MS = 10_000;
const MOST_BACK_OFF_MS = 300_000;

/** What a pod needs of the machine that it runs on. */
export interface Host {
  directory: string;
  logs: string;
  images: ReadonlyMap<string, Image>;
  seccomp: object;
  resolvConf: string;
  sources: Omit<Sources, 'fields'>;
  /** Called whenever addresses, readiness or ends of pods have changed. */
  changed(): void;
  /** Resolves once rules are in force that know this pod. */
  rulesLoaded(): Promise<void>;
}

export interface PodInput {
  name: string;
  ip: string;
  namespace: string;
  labels: Labels;
  spec: PodSpec;
}

export class Pod implements Address {
  ready = false;
  ending = false;
  restarts = 0;
  /** Resolves with the exit code of the last run, once the pod is gone for good. */
  readonly gone: Promise<number>;
  private readonly container: Container;
  private run: ContainerRun | undefined;
  private probes = new AbortController();

  constructor(
    private readonly host: Host,
    private readonly input: PodInput,
  ) {
    const [container, ...more] = input.spec.containers;
    if (container === undefined || more.length > 0)
      throw new Error(`${input.name}: one container a pod is known here`);
    this.container = container;
    this.gone = this.live();
    // Whoever needs the outcome awaits it; a pod that could not be started is told by whoever waits for it to be ready.
    this.gone.catch(() => undefined);
  }

  get name(): string {
    return this.input.name;
  }

  get ip(): string {
    return this.input.ip;
  }

  get labels(): Labels {
    return this.input.labels;
  }

  get ports(): Record<string, number> {
    return Object.fromEntries(
      (this.container.ports ?? []).map(({ name, containerPort }) => [name, containerPort]),
    );
  }

  /** Of its container, as the node counts. @throws Error when none has been started yet */
  get pid(): number {
    if (this.run === undefined) throw new Error(`${this.name} does not run`);
    return this.run.pid;
  }

  /** What its container is started with. */
  get environment(): Record<string, string> {
    const fields = {
      'metadata.name': this.name,
      'metadata.namespace': this.input.namespace,
      'status.podIP': this.ip,
    };
    return environmentOf(this.container, { ...this.host.sources, fields });
  }

  private async live(): Promise<number> {
    await addNamespace(this.name, this.ip);
    try {
      this.host.changed();
      await this.host.rulesLoaded();
      return await this.runContainers();
    } finally {
      await removeNamespace(this.name);
      this.host.changed();
    }
  }

  private async runContainers(): Promise<number> {
    let backOff = 0;
    for (;;) {
      // Told to end while its namespace was made, or between two runs.
      if (this.ending) return 0;
      const started = Date.now();
      this.run = new ContainerRun(
        `${this.name}-${this.restarts}`,
        join(this.host.directory, 'runc'),
        this.bundle(),
      );
      this.probe();
      const code = await this.run.ended;
      this.probes.abort();
      this.setReady(false);
      if (this.ending || this.input.spec.restartPolicy === 'Never') return code;
      // A run of ten minutes clears what was counted before.
      if (Date.now() - started > 2 * MOST_BACK_OFF_MS) backOff = 0;
      await pause(backOff);
      backOff = Math.min(Math.max(FIRST_BACK_OFF_MS, backOff * 2), MOST_BACK_OFF_MS);
      this.restarts += 1;
    }
  }

  private bundle(): { directory: string; config: object; log: string } {
    const { host, container, input } = this;
    const image = host.images.get(container.image);
    if (image === undefined) throw new Error(`${this.name}: there is no image ${container.image}`);
    const directory = join(host.directory, 'pods', this.name);
    mkdirSync(directory, { recursive: true });
    const file = (name: string, text: string): string => {
      writeFileSync(join(directory, name), text);
      return join(directory, name);
    };
    const config = bundleOf({
      container,
      pod: input.spec,
      image,
      env: this.environment,
      hostname: this.name,
      network: pathOf(this.name),
      files: {
        '/etc/resolv.conf': file('resolv.conf', host.resolvConf),
        '/etc/hosts': file('hosts', `127.0.0.1 localhost\n${this.ip} ${this.name}\n`),
        '/etc/hostname': file('hostname', `${this.name}\n`),
      },
      seccomp: host.seccomp,
    });
    return { directory, config, log: join(host.logs, `${this.name}.log`) };
  }

  private setReady(ready: boolean): void {
    if (this.ready === ready) return;
    this.ready = ready;
    this.host.changed();
  }

  /** Liveness and readiness are asked once the start has passed. Without a readiness probe a pod that runs is ready. */
  private probe(): void {
    this.probes = new AbortController();
    const { signal } = this.probes;
    const { startupProbe, livenessProbe, readinessProbe } = this.container;
    const begin = (): void => {
      if (livenessProbe) void probing(livenessProbe, this, signal, (passed) => this.alive(passed));
      if (readinessProbe)
        void probing(readinessProbe, this, signal, (passed) => (this.setReady(passed), true));
      else this.setReady(true);
    };
    if (startupProbe === undefined) return begin();
    void probing(startupProbe, this, signal, (passed) => {
      if (passed) begin();
      else this.alive(false);
      return false;
    });
  }

  private alive(passed: boolean): boolean {
    if (!passed) void this.stopRun();
    return passed;
  }

  /** SIGTERM, and SIGKILL once the time is up. */
  private async stopRun(graceMs = this.graceMs): Promise<void> {
    const { run } = this;
    if (run === undefined) return;
    await run.signal('TERM');
    const timer = new AbortController();
    const late = pause(graceMs, 'late', { signal: timer.signal }).catch(() => 'ended');
    if ((await Promise.race([run.ended, late])) === 'late') await run.signal('KILL');
    timer.abort();
  }

  private get graceMs(): number {
    return (this.input.spec.terminationGracePeriodSeconds ?? 30) * 1000;
  }

  /** Ends the pod as a deletion does: out of its Services, preStop, SIGTERM, SIGKILL, all within the grace period. */
  async end(): Promise<void> {
    if (this.ending) return;
    this.ending = true;
    this.host.changed();
    const preStopMs = (this.container.lifecycle?.preStop.sleep.seconds ?? 0) * 1000;
    const started = Date.now();
    if (this.run !== undefined)
      await Promise.race([pause(Math.min(preStopMs, this.graceMs)), this.run.ended]);
    await this.stopRun(Math.max(0, this.graceMs - (Date.now() - started)));
    await this.gone.catch(() => undefined);
  }

  /** SIGKILL to its process, as by the kernel when memory is short. The container is started again. */
  async kill(): Promise<void> {
    await this.run?.signal('KILL');
  }

  /** Ends as with the machine under it: at once, without a word, and it does not come back. */
  async vanish(): Promise<void> {
    this.ending = true;
    this.host.changed();
    await this.run?.signal('KILL');
    await this.gone.catch(() => undefined);
  }
}
