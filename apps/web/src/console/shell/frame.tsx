import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Button } from '../../ui/button.js';
import icon from '../../ui/icon.svg';
import { call } from '../api/console-client.js';
import { leave } from '../api/queries.js';
import { isAllowed, type Right } from '../api/rights.js';
import { accountCopy, organizationsCopy } from '../copy/account.copy.js';
import { shellCopy } from '../copy/console.copy.js';
import { erasuresCopy } from '../copy/erasures.copy.js';
import {
  auditCopy,
  brandingCopy,
  membersCopy,
  suppressionsCopy,
  usageCopy,
} from '../copy/organization.copy.js';
import { planCopy } from '../copy/plan.copy.js';
import { settingsCopy } from '../copy/settings.copy.js';
import { useMe } from './me.js';
import { Arrivals } from './page.js';
import { Problem } from './states.js';

/** The frame of every page behind the sign-in. */
export function Frame({ children }: { children: ReactNode }) {
  const { member, organization, organizations } = useMe();
  const client = useQueryClient();
  const signOut = useMutation({
    mutationFn: () => call('post', '/console/api/sign-out'),
    onSuccess: () => leave(client),
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
          {organizations.length > 1 && (
            <Link className="console-account" href="/organizations">
              {organizationsCopy.title}
            </Link>
          )}
          <Link className="console-account" href="/account">
            <span className="visually-hidden">{accountCopy.title}: </span>
            {member.email}
          </Link>
          <Button small onClick={() => signOut.mutate()}>
            {shellCopy.signOut}
          </Button>
        </div>
      </header>
      <main id="content" className="console-main" tabIndex={-1}>
        <Problem error={signOut.error} />
        <Arrivals>{children}</Arrivals>
      </main>
    </div>
  );
}

/** The pages, in the order of the navigation; a right is the one that they need. */
const PLACES: { to: string; name: string; right?: Right }[] = [
  { to: '/requests', name: shellCopy.requests },
  { to: '/sessions', name: shellCopy.sessions },
  { to: '/recordings', name: shellCopy.recordings },
  { to: '/keys', name: shellCopy.keys, right: 'keys.manage' },
  { to: '/webhooks', name: shellCopy.webhooks, right: 'webhooks.manage' },
  { to: '/events', name: shellCopy.events, right: 'webhooks.manage' },
  { to: '/usage', name: usageCopy.title },
  { to: '/plan', name: planCopy.title },
  { to: '/members', name: membersCopy.title, right: 'members.manage' },
  { to: '/suppressions', name: suppressionsCopy.title, right: 'suppressions.manage' },
  { to: '/erasures', name: erasuresCopy.title, right: 'people.erase' },
  { to: '/branding', name: brandingCopy.title, right: 'organization.change' },
  { to: '/settings', name: settingsCopy.title },
  { to: '/audit', name: auditCopy.title, right: 'audit.read' },
];

function Navigation() {
  const me = useMe();
  return (
    <nav className="console-nav" aria-label={shellCopy.navigation}>
      <ul>
        {PLACES.filter(({ right }) => !right || isAllowed(me, right)).map(({ to, name }) => (
          <Place key={to} to={to}>
            {name}
          </Place>
        ))}
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
