import type { ReactNode } from 'react';
import { extractLinkKey } from '../recorder/link/link-key.js';
import type { AccountPage } from '../route.js';
import { Shell } from '../ui/shell.js';
import { Closing } from './screens/closing.js';
import { Forgot } from './screens/forgot.js';
import { Invitation } from './screens/invitation.js';
import { Welcome } from './screens/welcome.js';

/** Opens a page for people who are not signed in. The token of a link leaves the address bar first. */
export function openAccount(page: AccountPage): ReactNode {
  if (page === 'forgot')
    return (
      <Shell>
        <Forgot />
      </Shell>
    );
  const token = extractLinkKey({ location, history, storage: () => sessionStorage }, 't');
  if (token === null)
    return (
      <Shell>
        <Closing page="incomplete_link" />
      </Shell>
    );
  return <Shell>{page === 'welcome' ? <Welcome token={token} /> : <Invitation token={token} />}</Shell>;
}
