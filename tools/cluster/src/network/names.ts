// Names of Services and servers, served by dnsmasq. A Service has one address for as long as it is there; which pod a
// connection reaches is decided by the rules of each namespace, as by the proxy of a node of Kubernetes.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DOMAIN = 'capture.svc.cluster.local';

export class Names {
  private readonly hosts: string;
  private readonly records = new Map<string, string>();
  private child: ChildProcess | undefined;

  constructor(
    private readonly directory: string,
    private readonly address: string,
  ) {
    this.hosts = join(directory, 'hosts');
  }

  start(): void {
    mkdirSync(this.directory, { recursive: true });
    this.write();
    const listen = ['--listen-address', this.address, '--bind-interfaces', '--port', '53'];
    const only = ['--no-resolv', '--no-hosts', '--conf-file=/dev/null', '--pid-file=', `--local=/${DOMAIN}/`];
    const args = ['--keep-in-foreground', '--user=root', ...listen, ...only, `--addn-hosts=${this.hosts}`];
    this.child = spawn('dnsmasq', args, { stdio: 'ignore' });
  }

  set(name: string, address: string): void {
    if (this.records.get(name) === address) return;
    this.records.set(name, address);
    this.write();
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
