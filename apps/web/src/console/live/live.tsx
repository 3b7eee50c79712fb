import type { ReactNode } from 'react';
import { LiveContext } from '../api/live.js';
import { useChanges } from './use-changes.js';

/** Has everything inside of it read anew when it changes. */
export function Live({ children }: { children: ReactNode }) {
  return <LiveContext value={useChanges()}>{children}</LiveContext>;
}
