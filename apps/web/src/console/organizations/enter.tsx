import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { AccountProblem } from '../account/account-problem.js';
import { CodeField, CurrentPassword, UserName } from '../account/fields.js';
import { ConsoleError, showOrganization } from '../api/console-client.js';
import { forgetAnswers, ME } from '../api/queries.js';
import { accountCopy, organizationsCopy as copy, secondFactorCopy } from '../copy/account.copy.js';
import { useMe } from '../shell/me.js';
import {
  CHALLENGE_ENDED,
  endFormer,
  enterOrganization,
  finishEntering,
  type Challenged,
  type Entered,
  type OrganizationName,
} from './organizations-api.js';

interface EnterProps {
  organization: OrganizationName;
  onCancel: () => void;
}

/** Asks for the password, and for a code of who has a second factor. */
export function Enter({ organization, onCancel }: EnterProps) {
  const { member } = useMe();
  useFocusBack(copy.go(organization.name));
  const client = useQueryClient();
  const [, goTo] = useLocation();
  const [challenged, setChallenged] = useState<Challenged | null>(null);
  const enter = useMutation({
    mutationFn: (form: FormData) =>
      challenged === null
        ? enterOrganization(member, organization.id, String(form.get('currentPassword')))
        : finishEntering(challenged, String(form.get('code')).trim()),
    onSuccess: (answer) => ('challenge' in answer ? setChallenged(answer) : arrive(answer)),
    onError: (refusal) => {
      if (refusal instanceof ConsoleError && refusal.code === CHALLENGE_ENDED) setChallenged(null);
    },
    gcTime: 0,
  });
  const arrive = ({ me, former }: Entered) => {
    // First: the page that is gone to reads at once.
    showOrganization(me.organization.id);
    goTo('/requests');
    forgetAnswers(client);
    client.setQueryData(ME, me);
    void endFormer(former);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!enter.isPending) enter.mutate(new FormData(event.currentTarget));
  };
  return (
    <form className="form" onSubmit={submit} aria-label={copy.go(organization.name)}>
      <UserName />
      {challenged === null ? <CurrentPassword /> : <CodeField hint={secondFactorCopy.codeHint} autoFocus />}
      <AccountProblem error={enter.error} />
      <div className="actions">
        <button
          type="submit"
          className="button button--primary button--small"
          aria-disabled={enter.isPending}
        >
          {copy.action}
        </button>
        <Button small onClick={onCancel}>
          {accountCopy.cancel}
        </Button>
      </div>
    </form>
  );
}
