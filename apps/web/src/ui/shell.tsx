import type { ReactNode } from 'react';
import { LanguageLinks } from '../language/language-links.js';
import icon from './icon.svg';

interface ShellProps {
  children: ReactNode;
  /** False while another language, which loads the page anew, would lose something. */
  languages?: boolean;
}

/** The frame of every page: the logo and the other languages above, the content in `main`. */
export function Shell({ children, languages = true }: ShellProps) {
  return (
    <div className="shell">
      <header className="shell__head">
        <span className="mark">
          <img src={icon} alt="" width="24" height="24" />
          Capture
        </span>
        {languages && <LanguageLinks />}
      </header>
      <main className="shell__main">{children}</main>
    </div>
  );
}
