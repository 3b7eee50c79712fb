import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  type ReactNode,
} from 'react';
import { useLocation } from 'wouter';
import { shellCopy } from '../copy/console.copy.js';

/** True once for each address: the focus is still where it was when that was asked for, as on a link of the navigation. */
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

interface PageProps {
  title: string;
  /** Beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * A page of the console: names the document, and takes the focus from the control that led here, so that screen readers say its title.
 * It takes it from nothing else.
 */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrive = useContext(ArrivalContext);
  useEffect(() => {
    document.title = `${title} · ${shellCopy.product}`;
  }, [title]);
  useEffect(() => {
    const focused = document.activeElement;
    if (arrive() || focused === null || focused === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [arrive]);
  return (
    <>
      <div className="console-head">
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {actions && <div className="actions">{actions}</div>}
      </div>
      {children}
    </>
  );
}
