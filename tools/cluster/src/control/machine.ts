// The node: addresses, pods, and the rules of every namespace, which follow what is ready.
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { selects, type PodTemplate, type PolicySpec, type ServiceSpec } from '../manifests/types.js';
import { loadRules, NODE_IP, pathOf } from '../network/namespaces.js';
import type { Names } from '../network/names.js';
import { filterTable, replacing, serviceTable, type ServicePort } from '../network/rules.js';
import type { Image } from '../pods/images.js';
import { Pod, type Host } from '../pods/pod.js';

/** As long as a proxy of Kubernetes gathers changes. */
const ENDPOINTS_AFTER_MS = 1_000;

export interface MachineInput {
  directory: string;
  logs: string;
  namespace: string;
  images: ReadonlyMap<string, Image>;
  seccomp: object;
  names: Names;
  secrets: ReadonlyMap<string, Record<string, string>>;
}

export class Machine implements Host {
  /** Endpoints reach the rules of a node so much later than policies. */
  endpointsAfterMs = ENDPOINTS_AFTER_MS;
  readonly configMaps = new Map<string, Record<string, string>>();
  private readonly services = new Map<string, { ip: string; spec: ServiceSpec }>();
  private readonly policies = new Map<string, PolicySpec>();
  private readonly pods = new Set<Pod>();
  private readonly cuts: { one: string; other: string }[] = [];
  private endpoints: ServicePort[] = [];
  /** What is in force, by namespace; the node's has no name. */
  private readonly loaded = new Map<string | undefined, string>();
  private nextPod = 0;
  private work: Promise<void> = Promise.resolve();
  private queued: Promise<void> | undefined;

  constructor(private readonly input: MachineInput) {}

  get directory(): string {
    return this.input.directory;
  }
  get logs(): string {
    return this.input.logs;
  }
  get images(): ReadonlyMap<string, Image> {
    return this.input.images;
  }
  get seccomp(): object {
    return this.input.seccomp;
  }
  get resolvConf(): string {
    return this.input.names.resolvConf;
  }
  get sources(): Host['sources'] {
    return { configMaps: this.configMaps, secrets: this.input.secrets };
  }

  startPod(owner: string, { metadata, spec }: PodTemplate): Pod {
    const number = ++this.nextPod;
    const pod = new Pod(this, {
      name: `${owner}-${randomBytes(3).toString('hex')}`,
      ip: `10.244.${1 + Math.floor(number / 250)}.${1 + (number % 250)}`,
      namespace: this.input.namespace,
      labels: metadata.labels,
      spec,
    });
    this.pods.add(pod);
    const forget = (): void => {
      this.pods.delete(pod);
      this.loaded.delete(pod.name);
      this.changed();
    };
    pod.gone.then(forget, forget);
    return pod;
  }

  setService(name: string, spec: ServiceSpec): void {
    const ip = this.services.get(name)?.ip ?? `10.96.0.${this.services.size + 1}`;
    this.services.set(name, { ip, spec });
    this.input.names.set(name, ip);
    this.changed();
  }

  async setPolicy(name: string, spec: PolicySpec): Promise<void> {
    this.policies.set(name, spec);
    await this.rulesLoaded();
  }

  /** Parts every pod whose name begins with `one` from those of `other`, or from an address. Give it back to `heal`. */
  async cut(one: string, other: string): Promise<{ one: string; other: string }> {
    const cut = { one, other };
    this.cuts.push(cut);
    await this.rulesLoaded();
    return cut;
  }

  async heal(cut: { one: string; other: string }): Promise<void> {
    this.cuts.splice(this.cuts.indexOf(cut), 1);
    await this.rulesLoaded();
  }

  changed(): void {
    void this.rulesLoaded();
    void pause(this.endpointsAfterMs).then(() => {
      this.endpoints = this.currentEndpoints();
      return this.rulesLoaded();
    });
  }

  /** Resolves once the last change of endpoints is in force. */
  async quiet(): Promise<void> {
    await pause(this.endpointsAfterMs);
    this.endpoints = this.currentEndpoints();
    await this.rulesLoaded();
  }

  private currentEndpoints(): ServicePort[] {
    return [...this.services.values()].flatMap(({ ip, spec }) => {
      const ready = [...this.pods].filter(
        (pod) => pod.ready && !pod.ending && selects(spec.selector, pod.labels),
      );
      return spec.ports.map(({ port, targetPort }) => ({
        ip,
        port,
        targets: ready.map((pod) => ({
          ip: pod.ip,
          port: typeof targetPort === 'number' ? targetPort : (pod.ports[targetPort] ?? 0),
        })),
      }));
    });
  }

  /** Rules are loaded one set after another; whoever asks while one waits shares it. */
  rulesLoaded(): Promise<void> {
    if (this.queued !== undefined) return this.queued;
    const load = (): Promise<void> => {
      this.queued = undefined;
      return this.loadAll();
    };
    // What went wrong before has been told to whoever asked for it.
    const queued = this.work.then(load, load);
    this.queued = queued;
    this.work = queued;
    return queued;
  }

  private cutOff(pod: Pod): string[] {
    const of = (name: string): string[] => {
      if (/^\d/.test(name)) return [name];
      return [...this.pods].filter((other) => other.name.startsWith(`${name}-`)).map(({ ip }) => ip);
    };
    return this.cuts.flatMap(({ one, other }) => [
      ...(pod.name.startsWith(`${one}-`) ? of(other) : []),
      ...(pod.name.startsWith(`${other}-`) ? of(one) : []),
    ]);
  }

  private async loadAll(): Promise<void> {
    const services = serviceTable(this.endpoints);
    const others = [...this.pods];
    const policies = [...this.policies.values()];
    const ofPods = others.map(async (pod) => {
      const filter = filterTable(pod, policies, others, { node: NODE_IP, cut: this.cutOff(pod) });
      // A namespace that is not there yet asks by itself once it is; one that is gone needs no rules.
      if (existsSync(pathOf(pod.name)))
        await this.load(replacing(filter, services), pod.name).catch((error: unknown) => {
          if (existsSync(pathOf(pod.name)) && !pod.ending) throw error;
        });
    });
    await Promise.all([...ofPods, this.load(replacing(services))]);
  }

  private async load(rules: string, namespace?: string): Promise<void> {
    if (this.loaded.get(namespace) === rules) return;
    await loadRules(rules, namespace);
    this.loaded.set(namespace, rules);
  }
}
