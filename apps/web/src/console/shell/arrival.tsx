import { createContext, useCallback, useContext, useLayoutEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'wouter';

const ArrivalContext = createContext<() => boolean>(() => false);

/** Tells the pages inside whether the person who asked for one is still at the control that led there. */
export function Arrivals({ children }: { children: ReactNode }) {
  const [location] = useLocation();
  const shown = useRef(location);
  const left = useRef<Element | null>(null);
  // Before the effects of the page, which may be there at once or after it was read.
  useLayoutEffect(() => {
    if (shown.current === location) return;
    shown.current = location;
    left.current = document.activeElement;
  }, [location]);
  const arrive = useCallback(() => {
    const isThere = left.current !== null && left.current === document.activeElement;
    left.current = null;
    return isThere;
  }, []);
  return <ArrivalContext value={arrive}>{children}</ArrivalContext>;
}

/** True once for each address: the focus is still where it was when that was asked for, as on a link of the navigation. */
export function useArrival(): () => boolean {
  return useContext(ArrivalContext);
}
