import { createContext, useContext } from 'react';

/** Whether the server tells of changes now. */
export const LiveContext = createContext(false);

/** For a change that was never told. */
const SELDOM_MS = 60_000;

/** How often to ask for what the server tells changes of: every `ms` while it does not tell. */
export function useRefreshMs(ms: number): number {
  return useContext(LiveContext) ? SELDOM_MS : ms;
}
