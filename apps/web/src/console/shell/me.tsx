import { createContext, useContext } from 'react';
import type { Me } from '../api/queries.js';
import { isAllowed, type Right } from '../api/rights.js';

const MeContext = createContext<Me | null>(null);
export const MeProvider = MeContext.Provider;

/** Who is signed in, on the pages behind the sign-in. */
export function useMe(): Me {
  const me = useContext(MeContext);
  if (!me) throw new Error('useMe is for pages behind the sign-in');
  return me;
}

export function useRight(right: Right): boolean {
  return isAllowed(useMe(), right);
}
