import { useEffect, useId, useState } from 'react';
import { acceptInvitation, readInvitation, type OpenedInvitation } from '../flow/account-api.js';
import { Closing } from './closing.js';
import { FormPage } from './form-page.js';
import { NewPassword } from './new-password.js';

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
  if (opened === 'loading') return <p role="status">Opening the invitation…</p>;
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
      title={`Join ${organizationName}`}
      intro={
        <p>
          You are invited as {role}, under the address {email}.{' '}
          {hasPassword ? 'Your password stays as it is.' : 'Choose how you are called and a password.'}
        </p>
      }
      action="Accept the invitation"
      onSubmit={accept}
      done="accepted"
    >
      {!hasPassword && (
        <>
          <div className="field">
            <label htmlFor={id}>Your name</label>
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
