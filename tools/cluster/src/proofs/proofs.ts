import { faults } from './faults.js';
import { helmTest } from './helm-test.js';
import { policies } from './policies.js';
import type { Proof } from './proof.js';
import { upgrade } from './upgrade.js';
import { upload } from './upload.js';

/** Every proof by its name, in the order in which they run. */
export const PROOFS: Record<string, Proof> = { 'helm-test': helmTest, upload, policies, upgrade, faults };

/** Takes a quarter of an hour: runs where it is named. */
export const LONG: readonly string[] = ['faults'];
