import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { requestFormCopy } from '../copy/requests.copy.js';
import { useMe, useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { NotAllowed } from '../shell/states.js';
import { bodyOf } from './request-form.model.js';
import { RequestForm, type FilledIn } from './request-form.js';
import { createRequest, requestKeys } from './requests-api.js';

export function NewRequest() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const { draft, keep, forget } = useDraft();
  const create = useMutation({
    mutationFn: (form: FormData) => createRequest(bodyOf(form)),
    onSuccess: (request) => {
      forget();
      client.setQueryData(requestKeys.one(request.id), request);
      void client.invalidateQueries({ queryKey: requestKeys.lists });
      // Back leads to the list: the form would make another one.
      navigate(`/requests/${request.id}`, { replace: true });
    },
  });
  if (!useRight('requests.manage')) return <NotAllowed />;
  return (
    <Page title={requestFormCopy.newTitle}>
      <RequestForm
        draft={draft}
        onFilledIn={keep}
        error={create.error}
        isBusy={create.isPending}
        onSubmit={create.mutate}
        onCancel={() => {
          forget();
          navigate('/requests');
        }}
      />
    </Page>
  );
}

/** What is filled in outlives a look at another page, and a sign-in that has ended: it is kept among the answers, for this member alone. */
function useDraft() {
  const client = useQueryClient();
  const queryKey = requestKeys.draft(useMe().member.id);
  const [draft] = useState(() => client.getQueryData<FilledIn>(queryKey));
  const keep = (filledIn: FilledIn) => {
    client.setQueryDefaults(queryKey, { gcTime: Infinity });
    client.setQueryData(queryKey, filledIn);
  };
  return { draft, keep, forget: () => client.removeQueries({ queryKey }) };
}
