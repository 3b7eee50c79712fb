import type { Installation } from './installation.js';

export type Say = (line: string) => unknown;
export type Proof = (installation: Installation, say: Say) => Promise<void>;
