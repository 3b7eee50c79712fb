import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Names the data directory of an instance that was started once and stopped. Processes that run tests inherit it. */
const VARIABLE = 'CAPTURE_E2E_TEMPLATE';

/** What belongs to the run of the instance and not to its data. */
const OF_A_RUN = ['capture.log', 'processes.json'];

/** Makes the data of a stopped instance what new instances begin with. */
export async function useAsTemplate(dataDir: string): Promise<void> {
  await Promise.all(OF_A_RUN.map((name) => rm(join(dataDir, name), { force: true })));
  process.env[VARIABLE] = dataDir;
}

/**
 * Fills an empty data directory with a database that has its schemas and its first organization: making them takes a third
 * of a start. Does nothing where there is no template.
 */
export async function fillFromTemplate(dataDir: string): Promise<void> {
  const template = process.env[VARIABLE];
  // Other than Node's own, it keeps the owner of the database's files.
  if (template) await promisify(execFile)('cp', ['-a', `${template}/.`, dataDir]);
}
