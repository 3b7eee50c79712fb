import { createContext, useContext, type ReactNode } from 'react';
import { useChanges } from './use-changes.js';

const LiveContext = createContext(false);

/** For a change that was never told. */
const SELDOM_MS = 60_000;

/** Has everything inside of it read anew when it changes. */
export function Live({ children }: { children: ReactNode }) {
  return <LiveContext value={useChanges()}>{children}</LiveContext>;
}

/** How often to ask for what the server tells changes of: every `ms` while it does not tell. */
export function useRefreshMs(ms: number): number {
  return useContext(LiveContext) ? SELDOM_MS : ms;
}
