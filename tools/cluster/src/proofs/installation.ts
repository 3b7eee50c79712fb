// An installation of all charts in a cluster, as a platform engineer makes it by docs/guides/kubernetes.md.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { Charts, evaluationSecrets } from '@capture/charts-tool/rendering';
import { Cluster } from '../control/cluster.js';
import type { Release } from '../manifests/release.js';
import { forwardPort, type ForwardedPort } from '../network/forwarded-port.js';
import { makeNode } from '../network/namespaces.js';
import { Names } from '../network/names.js';
import type { Image } from '../pods/images.js';
import { runtimeDefault } from '../pods/seccomp.js';
import type { Server } from '../servers/server.js';
import { BUCKET, S3_ENDPOINT, secretData, startServers, type ServerName } from '../servers/servers.js';

const exec = promisify(execFile);
const NAMESPACE = 'capture';
const DNS = '10.244.0.10';
export const SERVICES = [
  'accounts',
  'capture-requests',
  'recordings',
  'sessions',
  'webhooks',
  'gateway',
] as const;
export type Service = (typeof SERVICES)[number];

type Settings = Record<string, unknown>;

const OPERATOR_PORT = 8081;
const PUBLIC_URL = 'http://gateway:8080';
/** What differs from the charts' own values. */
const VALUES: Partial<Record<Service, { settings: Settings; [name: string]: unknown }>> = {
  gateway: {
    // Steady load comes from few keys.
    settings: {
      CAPTURE_BUDGET_READ: 1_000_000,
      CAPTURE_BUDGET_WRITE: 1_000_000,
      CAPTURE_BUDGET_CAPABILITY: 1_000_000,
      // Pages send parts straight into the bucket.
      CAPTURE_STORE_ORIGIN: S3_ENDPOINT,
    },
    tests: { apiKey: { existingSecret: 'smoke-test' } },
  },
  // Where the receivers of the black-box tests are.
  webhooks: { settings: { CAPTURE_WEBHOOK_ALLOW_LOOPBACK: true } },
  recordings: {
    settings: {
      CAPTURE_S3_ENDPOINT: S3_ENDPOINT,
      CAPTURE_S3_BUCKET: BUCKET,
      CAPTURE_S3_REGION: 'us-east-1',
    },
    networkPolicy: { to: { s3: { port: 9480 } } },
  },
};

/** The charts of a commit and the images of what they install. */
export interface Version {
  /** Of the charts, and of the program that renders them. */
  root: string;
  tag: string;
  images: ReadonlyMap<string, Image>;
}

export interface Place {
  root: string;
  directory: string;
  logs: string;
}

export class Installation {
  readonly url = PUBLIC_URL;
  private readonly releases = new Map<Service, Release>();
  private charts: Charts;

  private constructor(
    readonly cluster: Cluster,
    readonly servers: Record<ServerName, Server>,
    readonly secrets: Map<string, Record<string, string>>,
    readonly root: string,
    private version: Version,
    private readonly images: Map<string, Image>,
    private readonly replicas: number,
  ) {
    this.charts = new Charts(version.root);
  }

  /** Makes the node and the servers; nothing of the product runs yet. `versions` begin with the one that is installed first. */
  static async prepare(
    [version, ...others]: [Version, ...Version[]],
    { root, directory, logs }: Place,
    replicas: number,
  ): Promise<Installation> {
    await makeNode();
    await exec('ip', ['addr', 'add', `${DNS}/16`, 'dev', 'pods']);
    const names = new Names(directory, DNS, `${logs}/dnsmasq.log`);
    await names.start();
    // In the mount namespace of this run alone.
    writeFileSync(`${directory}/resolv.conf`, names.resolvConf);
    await exec('mount', ['--bind', `${directory}/resolv.conf`, '/etc/resolv.conf']);
    const made = evaluationSecrets('capture', NAMESPACE);
    const servers = await startServers(root, { directory, logs, names, secrets: made });
    const secrets = secretData(made);
    const seccomp = runtimeDefault();
    const images = new Map([version, ...others].flatMap((one) => [...one.images]));
    const cluster = new Cluster({ directory, logs, namespace: NAMESPACE, images, seccomp, names, secrets });
    return new Installation(cluster, servers, secrets, root, version, images, replicas);
  }

  /** What is installed or upgraded from now on comes from these charts and images. */
  use(version: Version): void {
    this.charts.remove();
    this.version = version;
    this.charts = new Charts(version.root);
  }

  /** What is installed of a service now. */
  imageOf(service: Service): Image {
    const image = this.images.get(`capture/${service}:${this.version.tag}`);
    if (image === undefined) throw new Error(`there is no image of ${service}`);
    return image;
  }

  /** Adds an image to those that pods can be made of. */
  addImage(service: Service, tag: string, image: Image): void {
    this.images.set(`capture/${service}:${tag}`, image);
  }

  /** `helm upgrade --install` of one service. Resolves once hooks are done and everything is handed over. */
  async apply(
    service: Service,
    settings: Settings = {},
    { tag = this.version.tag, hooks = true } = {},
  ): Promise<void> {
    const { settings: own = {}, ...values } = VALUES[service] ?? { settings: {} };
    const event = this.releases.has(service) ? 'upgrade' : 'install';
    const manifests = await this.charts.render(service, {
      values: {
        global: { publicUrl: PUBLIC_URL },
        replicas: this.replicas,
        image: { tag },
        ...values,
        settings: { ...own, ...settings },
      },
    });
    this.releases.set(service, await this.cluster.apply(manifests, event, { hooks }));
  }

  /** All services at once, as an umbrella chart would. */
  async applyAll(settings: Settings = {}): Promise<void> {
    await Promise.all(SERVICES.map((service) => this.apply(service, settings)));
    await this.cluster.settled();
  }

  async test(service: Service): Promise<{ name: string; passed: boolean }[]> {
    const release = this.releases.get(service);
    return release === undefined ? [] : this.cluster.test(release);
  }

  get operatorToken(): string {
    return this.secrets.get('capture-gateway')?.['CAPTURE_OPERATOR_TOKEN'] ?? '';
  }

  /** The operator API, which listens on loopback of the gateway's pods, as through `kubectl port-forward`. */
  forwardOperatorPort(): Promise<ForwardedPort> {
    return forwardPort(this.gatewayPod(), OPERATOR_PORT);
  }

  /** A call of the operator API. */
  async operator<T>(method: string, path: string, body?: unknown): Promise<T> {
    const { url, close } = await this.forwardOperatorPort();
    try {
      const response = await fetch(`${url}/operator/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${this.operatorToken}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return JSON.parse(text) as T;
    } finally {
      close();
    }
  }

  async stop(): Promise<void> {
    await this.cluster.stop();
    this.charts.remove();
  }

  private gatewayPod(): string {
    const [pod] = this.cluster.deployment('gateway').running;
    if (pod === undefined) throw new Error('no pod of the gateway runs');
    return pod.name;
  }
}
