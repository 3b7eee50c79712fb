import { useEffect, useId, useState } from 'react';
import { acceptInvitation, readInvitation, type OpenedInvitation } from '../flow/account-api.js';
import { Closing } from './closing.js';
import { FormPage } from './form-page.js';
import { NewPassword } from './new-password.js';
import { invitationCopy as copy } from '../copy/account.copy.js';

type Opened = OpenedInvitation | 'loading' | 'expired' | 'unreachable';

/** Opens from the mail of an invitation. Who has a password is not asked for one. */
export function Invitation({ token }: { token: string }) {
  const [opened, setOpened] = useState<Opened>('loading');
  useEffect(() => {
    let isShown = true;
    void readInvitation(token).then((outcome) => {
      if (!isShown) return;
      if (outcome.refusal === null) setOpened(outcome.answer);
      else setOpened(outcome.refusal === 'expired' ? 'expired' : 'unreachable');
    });
    return () => {
      isShown = false;
    };
  }, [token]);
  if (opened === 'loading') return <p role="status">{copy.opening}</p>;
  if (typeof opened === 'string') return <Closing page={opened} />;
  return <Accept token={token} invitation={opened} />;
}

function Accept({ token, invitation }: { token: string; invitation: OpenedInvitation }) {
  const { organizationName, email, role, hasPassword } = invitation;
  const id = useId();
  const accept = (form: FormData) =>
    acceptInvitation(
      token,
      hasPassword ? {} : { name: String(form.get('name')), password: String(form.get('password')) },
    );
  return (
    <FormPage
      title={copy.title(organizationName)}
      intro={
        <p>
          {copy.invited(copy.roles[role], email)} {hasPassword ? copy.passwordStays : copy.choose}
        </p>
      }
      action={copy.action}
      onSubmit={accept}
      done="accepted"
    >
      {!hasPassword && (
        <>
          <div className="field">
            <label htmlFor={id}>{copy.name}</label>
            <input id={id} name="name" type="text" autoComplete="name" maxLength={100} required />
          </div>
          {/* For password managers: the address belongs to the password. */}
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <NewPassword />
        </>
      )}
    </FormPage>
  );
}
