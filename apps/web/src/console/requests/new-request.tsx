import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { requestFormCopy } from '../copy/requests.copy.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { NotAllowed } from '../shell/states.js';
import { bodyOf } from './request-form.model.js';
import { RequestForm } from './request-form.js';
import { createRequest, requestKeys } from './requests-api.js';

export function NewRequest() {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const create = useMutation({
    mutationFn: (form: FormData) => createRequest(bodyOf(form)),
    onSuccess: (request) => {
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
        error={create.error}
        isBusy={create.isPending}
        onSubmit={create.mutate}
        onCancel={() => navigate('/requests')}
      />
    </Page>
  );
}
