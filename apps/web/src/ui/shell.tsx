import type { ReactNode } from 'react';
import icon from './icon.svg';

/** The frame of every page: the logo above, the content in `main`. */
export function Shell({ children }: { children: ReactNode }) {
  return (
    <div className="shell">
      <header className="shell__head">
        <span className="mark">
          <img src={icon} alt="" width="24" height="24" />
          Capture
        </span>
      </header>
      <main className="shell__main">{children}</main>
    </div>
  );
}
