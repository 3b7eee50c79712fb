/** The account of an organization: what its keys may not read, and its operator may. */
import { join } from 'node:path';
import type { ExportApi } from './api.js';
import { keep, keepLines, type Run, safe, unlessGone } from './documents.js';
import { sizeOf } from './files.js';
import { inParallel } from './pool.js';

const FOLDER = 'account';

/** Lists of the account, with the member that tells their items apart. */
const LISTS = {
  members: 'id',
  keys: 'id',
  suppressions: 'email',
  'audit-log': 'id',
  'scim-tokens': 'id',
  'mail-domains': 'domain',
};

export const ACCOUNT_NAMES = [FOLDER];

/** Keys, tokens and passwords are not in it: the operator's API has only what is known of them. */
export async function exportAccount(run: Run, operator: ExportApi, organizationId: string): Promise<void> {
  const from = `/operator/v1/orgs/${organizationId}`;
  await keep(run, `${FOLDER}/organization.json`, await operator.get(from));
  for (const [list, key] of Object.entries(LISTS))
    await keepLines(run, `${FOLDER}/${list}.jsonl`, operator.list(`${from}/${list}`, key));
  await unlessGone(async () => {
    await keep(run, `${FOLDER}/identity-provider.json`, await operator.get(`${from}/identity-provider`));
  });
  await exportErasures(run, operator, from);
  run.progress.count('accounts');
}

/** A receipt never changes, so one that is there is not fetched again. */
async function exportErasures(run: Run, operator: ExportApi, from: string): Promise<void> {
  const receipts: string[] = [];
  await keepLines(
    run,
    `${FOLDER}/erasures.jsonl`,
    operator.list(`${from}/erasures`),
    ({ id, completedAt }) => {
      if (completedAt !== null) receipts.push(safe(id));
    },
  );
  await inParallel(receipts, run.parallel, async (id) => {
    const path = `${FOLDER}/erasure-receipts/${id}.json`;
    if ((await sizeOf(join(run.root, path))) !== undefined) run.current.add(path);
    else await keep(run, path, await operator.get(`${from}/erasures/${id}/receipt`));
  });
}
