import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.js';
import { endpointCopy as copy } from '../copy/webhooks.copy.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { Confirm } from '../shell/confirm.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import { deleteEndpoint, rotateSecret, updateEndpoint, webhookKeys, type Endpoint } from './webhooks-api.js';

type Asked = 'disable' | 'rotate' | 'remove' | null;

interface EndpointStepsProps {
  endpoint: Endpoint;
  onEdit: () => void;
  onSecret: (secret: string) => void;
  /** Is told what happened, for an announcement. */
  onSaid: (text: string) => void;
}

/** What can be done with an endpoint. */
export function EndpointSteps({ endpoint, onEdit, onSecret, onSaid }: EndpointStepsProps) {
  const [asked, ask] = useState<Asked>(null);
  const change = useStatusChange(endpoint.id, (status) => {
    ask(null);
    onSaid(copy[status]);
  });
  const done = () => ask(null);
  if (asked === 'rotate') return <Rotate endpointId={endpoint.id} onSecret={onSecret} onDone={done} />;
  if (asked === 'remove') return <Remove endpoint={endpoint} onCancel={done} />;
  if (asked === 'disable') {
    return (
      <Confirm
        title={copy.disable}
        hint={copy.disableHint}
        action={copy.disable}
        error={change.error}
        isBusy={change.isPending}
        onConfirmed={() => change.mutate('disabled')}
        onCancel={done}
      />
    );
  }
  return (
    <>
      <Problem error={change.error} />
      <div className="actions">
        <Button small onClick={onEdit}>
          {copy.edit}
        </Button>
        {endpoint.status === 'enabled' ? (
          <Button small onClick={() => ask('disable')}>
            {copy.disable}
          </Button>
        ) : (
          <Button small aria-disabled={change.isPending} onClick={() => change.mutate('enabled')}>
            {copy.enable}
          </Button>
        )}
        <Button small onClick={() => ask('rotate')}>
          {copy.rotate}
        </Button>
        <Button small onClick={() => ask('remove')}>
          {copy.remove}
        </Button>
      </div>
    </>
  );
}

function useStatusChange(id: string, onChanged: (status: Endpoint['status']) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (status: Endpoint['status']) => updateEndpoint(id, { status }),
    onSuccess: (changed) => {
      client.setQueryData(webhookKeys.one(id), changed);
      void client.invalidateQueries({ queryKey: webhookKeys.list });
      onChanged(changed.status);
    },
  });
}

interface RotateProps {
  endpointId: string;
  onSecret: (secret: string) => void;
  onDone: () => void;
}

function Rotate({ endpointId, onSecret, onDone }: RotateProps) {
  const [overlap, setOverlap] = useState('86400');
  const rotate = useMutation({
    mutationFn: () => rotateSecret(endpointId, Number(overlap)),
    onSuccess: ({ secret }) => {
      onSecret(secret);
      onDone();
    },
    gcTime: 0,
  });
  return (
    <>
      <SelectField label={copy.overlap} choices={copy.overlaps} value={overlap} onChosen={setOverlap} />
      <Confirm
        title={copy.rotate}
        hint={copy.rotateHint}
        action={copy.rotateAction}
        error={rotate.error}
        isBusy={rotate.isPending}
        onConfirmed={rotate.mutate}
        onCancel={onDone}
      />
    </>
  );
}

function Remove({ endpoint: { id, url }, onCancel }: { endpoint: Endpoint; onCancel: () => void }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const remove = useMutation({
    mutationFn: () => deleteEndpoint(id),
    onSuccess: () => {
      navigate('/webhooks', { replace: true });
      client.removeQueries({ queryKey: webhookKeys.one(id) });
      void client.invalidateQueries({ queryKey: webhookKeys.list });
    },
  });
  return (
    <ConfirmByTyping
      title={copy.removeTitle}
      hint={copy.removeHint}
      label={copy.removeLabel(url)}
      name={url}
      action={copy.removeAction}
      error={remove.error}
      isBusy={remove.isPending}
      onConfirmed={() => remove.mutate()}
      onCancel={onCancel}
    />
  );
}
