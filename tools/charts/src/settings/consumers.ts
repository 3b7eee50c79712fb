// The durable consumers of each service, which KEDA scales by.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { durableName } from '@capture/messaging';
import type { Service } from './services.js';

const PATTERN = /@EventPattern\('([^']+)'[,)]/g;

/** Names of the consumers that a service has on the stream, from the patterns that its sources subscribe to. */
export function consumersOf(root: string, service: Service): string[] {
  const folder = join(root, 'apps', service, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.consumers.ts'),
  );
  const patterns = files.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(PATTERN)].map(([, pattern]) => pattern ?? ''),
  );
  return [...new Set(patterns.map((pattern) => durableName(service, pattern)))].sort();
}
