// Charts rendered by Helm as a user's Helm would, without a cluster and without the network.
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse, parseAllDocuments } from 'yaml';
import { helmBinary, type HelmVersion } from './binaries.js';

const run = promisify(execFile);

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: {
    name: string;
    namespace?: string;
    labels?: Record<string, string>;
    annotations?: Record<string, string>;
  };
  [member: string]: unknown;
}

export interface RenderOptions {
  release?: string;
  values?: object;
  version?: HelmVersion;
}

/** Names of the charts that can be installed. */
export function chartNames(root: string): string[] {
  return readdirSync(join(root, 'helm'))
    .filter((name) => name !== 'library')
    .sort();
}

/** The charts with their dependencies in place, as `helm dependency update` leaves them, in a folder of their own. */
export class Charts {
  private readonly folder = mkdtempSync(join(tmpdir(), 'capture-charts-'));
  private files = 0;

  constructor(private readonly root: string) {
    for (const name of chartNames(root)) this.assemble(name, join(this.folder, name));
  }

  private assemble(name: string, target: string): void {
    // Without what a `helm dependency update` of somebody left there.
    const filter = (path: string): boolean => !/\/(charts|Chart\.lock)$/.test(path);
    const source = join(this.root, 'helm', name);
    cpSync(source, target, { recursive: true, filter });
    const { dependencies = [] } = parse(readFileSync(join(target, 'Chart.yaml'), 'utf8')) as {
      dependencies?: { name: string; repository: string }[];
    };
    mkdirSync(join(target, 'charts'), { recursive: true });
    for (const dependency of dependencies) {
      const folder = dependency.repository.replace('file://../', '');
      this.assemble(folder, join(target, 'charts', dependency.name));
    }
  }

  path(chart: string): string {
    return join(this.folder, chart);
  }

  async helm(version: HelmVersion, args: string[], values?: object): Promise<string> {
    const given = values === undefined ? [] : ['--values', this.valuesFile(values)];
    const env = { PATH: process.env['PATH'], HOME: this.folder };
    const { stdout } = await run(helmBinary(this.root, version), [...args, ...given], {
      env,
      maxBuffer: 2 ** 26,
    });
    return stdout;
  }

  private valuesFile(values: object): string {
    const path = join(this.folder, `values-${this.files++}.json`);
    writeFileSync(path, JSON.stringify(values));
    return path;
  }

  /** What Helm sends to Kubernetes, as text. @throws Error with Helm's own message. */
  async text(
    chart: string,
    { release = chart, values = {}, version = 4 }: RenderOptions = {},
  ): Promise<string> {
    const args = [
      'template',
      release,
      this.path(chart),
      '--namespace',
      'capture',
      '--kube-version',
      '1.34.0',
    ];
    return this.helm(version, args, values);
  }

  async render(chart: string, options: RenderOptions = {}): Promise<Manifest[]> {
    return manifestsOf(await this.text(chart, options));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The documents of a rendered chart. */
export function manifestsOf(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const content = document.toJS() as Manifest | null;
    return content === null ? [] : [content];
  });
}
