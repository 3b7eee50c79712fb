import { blackBox } from './black-box.js';
import { confinement } from './confinement.js';
import { faults, losses } from './faults.js';
import { helmTest } from './helm-test.js';
import { policies } from './policies.js';
import type { Proof } from './proof.js';
import { restart, upgrade } from './upgrade.js';
import { unmigrated } from './unmigrated.js';
import { upload } from './upload.js';

/** Every proof by its name, in the order in which they run. */
export const PROOFS: Record<string, Proof> = {
  'helm-test': helmTest,
  upload,
  confinement,
  policies,
  'black-box': blackBox,
  unmigrated,
  restart,
  losses,
  upgrade,
  faults,
};

/** The shortest form that still shows two replicas, a rolling restart, a lost node and a partition. */
export const SHORT: readonly string[] = ['helm-test', 'confinement', 'restart', 'losses'];

/** Everything that takes no quarter of an hour. */
export const USUAL: readonly string[] = Object.keys(PROOFS).filter(
  (name) => name !== 'restart' && name !== 'faults',
);
