import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../ui/button.js';
import icon from '../../ui/icon.svg';
import { call } from '../api/console-client.js';
import { forgetAnswers, ME } from '../api/queries.js';
import { shellCopy } from '../copy/console.copy.js';
import { useMe, useRight } from './me.js';
import { Problem } from './states.js';

/** The frame of every page behind the sign-in. */
export function Frame({ children }: { children: ReactNode }) {
  const { member, organization } = useMe();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => call('post', '/console/api/sign-out'),
    onSuccess: () => {
      client.setQueryData(ME, null);
      forgetAnswers(client);
    },
  });
  return (
    <div className="console">
      <a className="console-skip" href="#content">
        {shellCopy.skip}
      </a>
      <header className="console-bar">
        <span className="mark">
          <img src={icon} alt="" width="24" height="24" />
          {organization.name}
        </span>
        <Navigation />
        <div className="console-who">
          <span className="hint">{member.email}</span>
          <Button small onClick={() => signOut.mutate()}>
            {shellCopy.signOut}
          </Button>
        </div>
      </header>
      <main id="content" className="console-main" tabIndex={-1}>
        <Problem error={signOut.error} />
        {children}
      </main>
    </div>
  );
}

function Navigation() {
  const mayManageKeys = useRight('keys.manage');
  return (
    <nav className="console-nav" aria-label={shellCopy.navigation}>
      <ul>
        <Place to="/requests">{shellCopy.requests}</Place>
        <Place to="/sessions">{shellCopy.sessions}</Place>
        <Place to="/recordings">{shellCopy.recordings}</Place>
        {mayManageKeys && <Place to="/keys">{shellCopy.keys}</Place>}
      </ul>
    </nav>
  );
}

function Place({ to, children }: { to: string; children: string }) {
  const [location] = useLocation();
  const isHere = location === to || location.startsWith(`${to}/`);
  return (
    <li>
      <Link href={to} aria-current={isHere ? 'page' : undefined}>
        {children}
      </Link>
    </li>
  );
}
