import { helmTest } from './helm-test.js';
import type { Installation } from './installation.js';
import { policies } from './policies.js';
import { upgrade } from './upgrade.js';
import { upload } from './upload.js';

export type Say = (line: string) => unknown;
export type Proof = (installation: Installation, say: Say) => Promise<void>;

/** Every proof by its name, in the order in which they run. */
export const PROOFS: Record<string, Proof> = { 'helm-test': helmTest, upload, policies, upgrade };
