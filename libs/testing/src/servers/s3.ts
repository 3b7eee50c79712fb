import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '@capture/platform';

const run = promisify(execFile);
const SCRIPT = fileURLToPath(new URL('./s3-server.sh', import.meta.url));

export interface S3ServerSettings {
  endpoint: string;
  bucket: string;
  region: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
}

/** A real S3 server (OpenStack Swift) of the test's own, on loopback. Installed from Debian where it is missing. */
export class S3Server {
  private constructor(
    /** Where it keeps its data. */
    readonly home: string,
    private readonly env: NodeJS.ProcessEnv,
    readonly settings: S3ServerSettings,
  ) {}

  /** `minPartBytes`: minimum size of the parts of a multipart upload; S3's own by default. */
  static async start({ minPartBytes = 5 * 1024 * 1024 } = {}): Promise<S3Server> {
    const home = await mkdtemp(join(tmpdir(), 'capture-test-s3-'));
    const env = {
      ...process.env,
      S3_HOME: home,
      S3_PORT: String(await portRange()),
      S3_BUCKET: 'test-bucket',
      S3_MIN_PART: String(minPartBytes),
    };
    const { stdout } = await run('bash', [SCRIPT, 'start'], { env });
    return new S3Server(home, env, settingsIn(stdout));
  }

  /** Settings of a recordings service that keeps its media here. */
  get serviceEnv(): Record<string, string> {
    const { endpoint, bucket, region, credentials } = this.settings;
    return {
      CAPTURE_STORE: 's3',
      CAPTURE_S3_ENDPOINT: endpoint,
      CAPTURE_S3_BUCKET: bucket,
      CAPTURE_S3_REGION: region,
      CAPTURE_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      CAPTURE_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    };
  }

  /** Stops the server and keeps its data. */
  async halt(): Promise<void> {
    await run('bash', [SCRIPT, 'stop'], { env: this.env });
  }

  async resume(): Promise<void> {
    await run('bash', [SCRIPT, 'start'], { env: this.env });
  }

  async stop(): Promise<void> {
    await run('bash', [SCRIPT, 'wipe'], { env: this.env });
    await rm(this.home, { recursive: true, force: true });
  }
}

/** What the script prints: KEY=VALUE lines. */
function settingsIn(output: string): S3ServerSettings {
  const setting = (name: string): string => new RegExp(`^${name}=(.*)$`, 'm').exec(output)?.[1] ?? '';
  return {
    endpoint: setting('S3_ENDPOINT'),
    bucket: setting('S3_BUCKET'),
    region: setting('S3_REGION'),
    credentials: {
      accessKeyId: setting('S3_ACCESS_KEY_ID'),
      secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
    },
  };
}

/** The first of five consecutive ports that were free a moment ago, below the system's ephemeral range. */
async function portRange(): Promise<number> {
  for (;;) {
    const first = 10_000 + ((await freePort()) % 20_000);
    const free = await Promise.all([0, 1, 2, 3, 4].map((offset) => canListen(first + offset)));
    if (free.every(Boolean)) return first;
  }
}

function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
