// Names of Services and servers, served by dnsmasq. A Service has one address for as long as it is there; which pod a
// connection reaches is decided by the rules of each namespace, as by the proxy of a node of Kubernetes.
import { spawn, type ChildProcess } from 'node:child_process';
import { Resolver } from 'node:dns/promises';
import { closeSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '../control/until.js';

const DOMAIN = 'capture.svc.cluster.local';
/** A name of its own, by which it is asked whether it answers yet. */
const OWN = 'kube-dns';

export class Names {
  private readonly hosts: string;
  private readonly records = new Map<string, string>();
  private child: ChildProcess | undefined;

  constructor(
    private readonly directory: string,
    private readonly address: string,
    private readonly log: string,
  ) {
    this.hosts = join(directory, 'hosts');
    this.records.set(OWN, address);
  }

  /** Resolves once names are answered: the signal by which it reads them again ends a process that does not handle it yet. */
  async start(): Promise<void> {
    mkdirSync(this.directory, { recursive: true });
    this.write();
    const listen = ['--listen-address', this.address, '--bind-interfaces', '--port', '53'];
    const only = ['--no-resolv', '--no-hosts', '--conf-file=/dev/null', '--pid-file=', `--local=/${DOMAIN}/`];
    const args = ['--keep-in-foreground', '--user=root', ...listen, ...only, `--addn-hosts=${this.hosts}`];
    const output = openSync(this.log, 'a');
    this.child = spawn('dnsmasq', args, { stdio: ['ignore', output, output] });
    closeSync(output);
    const resolver = new Resolver({ timeout: 500, tries: 1 });
    resolver.setServers([this.address]);
    const answers = (): Promise<boolean> =>
      resolver.resolve4(`${OWN}.${DOMAIN}`).then(
        () => true,
        () => this.ended,
      );
    await until(`names to be answered; the log is ${this.log}`, answers);
    this.assertRunning();
  }

  private get ended(): boolean {
    const { exitCode, signalCode } = this.child ?? { exitCode: null, signalCode: null };
    return exitCode !== null || signalCode !== null;
  }

  private assertRunning(): void {
    const { exitCode, signalCode } = this.child ?? {};
    if (this.ended) throw new Error(`dnsmasq has ended (${signalCode ?? exitCode}): ${this.log}`);
  }

  /** @throws Error when nobody answers names any more */
  set(name: string, address: string): void {
    if (this.records.get(name) === address) return;
    this.records.set(name, address);
    this.write();
    this.assertRunning();
    this.child?.kill('SIGHUP');
  }

  get resolvConf(): string {
    return `nameserver ${this.address}\nsearch ${DOMAIN}\noptions ndots:5\n`;
  }

  private write(): void {
    const lines = [...this.records].map(([name, address]) => `${address} ${name}.${DOMAIN} ${name}`);
    writeFileSync(`${this.hosts}.new`, `${lines.join('\n')}\n`);
    renameSync(`${this.hosts}.new`, this.hosts);
  }

  stop(): void {
    this.child?.kill('SIGTERM');
  }
}
