import { accountCopy as copy } from '../copy/account.copy.js';
import { useMe } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { ChangePassword } from './change-password.js';
import { Passkeys } from './passkeys.js';
import { SecondFactor } from './second-factor.js';
import { SignIns } from './sign-ins.js';

/** What the person who is signed in has, whatever organization they are in. */
export function AccountPage() {
  const { member } = useMe();
  return (
    <Page title={copy.title}>
      <p className="hint console-words">{copy.intro(member.email)}</p>
      <SecondFactor />
      <Passkeys />
      <ChangePassword />
      <SignIns />
    </Page>
  );
}
