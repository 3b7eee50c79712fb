import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { useFocusBack } from '../../ui/focus.js';
import { endpointCopy, endpointsCopy as copy } from '../copy/webhooks.copy.js';
import { useRight } from '../shell/me.js';
import { More } from '../shell/more.js';
import { Page } from '../shell/page.js';
import { ShownOnce } from '../shell/shown-once.js';
import { Empty, FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { usePages } from '../shell/use-pages.js';
import { EndpointForm } from './endpoint-form.js';
import { createEndpoint, listEndpoints, webhookKeys, type Endpoint } from './webhooks-api.js';

export function Endpoints() {
  return useRight('webhooks.manage') ? <ManagedEndpoints /> : <NotAllowed />;
}

function ManagedEndpoints() {
  const [isCreating, setCreating] = useState(false);
  // Kept in this page alone: leaving it or loading it again loses the secret.
  const [secret, setSecret] = useState<string | null>(null);
  const { list, items: endpoints } = usePages(webhookKeys.list, listEndpoints);
  if (list.error && !list.data) return <FailedPage error={list.error} onRetry={() => void list.refetch()} />;
  const create = (
    <Button look="primary" small onClick={() => setCreating(true)}>
      {copy.create}
    </Button>
  );
  return (
    <Page title={copy.title} actions={!isCreating && secret === null && create}>
      <p className="hint">{copy.intro}</p>
      {secret !== null && (
        <ShownOnce title={endpointCopy.secret} text={secret} onStored={() => setSecret(null)} />
      )}
      {isCreating && (
        <NewEndpoint
          onCreated={(issued) => {
            setCreating(false);
            setSecret(issued);
          }}
          onCancel={() => setCreating(false)}
        />
      )}
      {!endpoints && <Loading />}
      {endpoints?.length === 0 && (
        <Empty title={copy.empty}>
          <p>{copy.emptyHint}</p>
        </Empty>
      )}
      <ul className="console-list">
        {endpoints?.map((endpoint) => (
          <Row key={endpoint.id} endpoint={endpoint} />
        ))}
      </ul>
      <More pages={list} />
    </Page>
  );
}

interface NewEndpointProps {
  /** Is told the signing secret. */
  onCreated: (secret: string) => void;
  onCancel: () => void;
}

function NewEndpoint({ onCreated, onCancel }: NewEndpointProps) {
  useFocusBack(copy.create);
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: createEndpoint,
    onSuccess: ({ secret }) => {
      void client.invalidateQueries({ queryKey: webhookKeys.list });
      onCreated(secret);
    },
    gcTime: 0,
  });
  return (
    <EndpointForm
      title={copy.create}
      error={create.error}
      isBusy={create.isPending}
      onSubmit={create.mutate}
      onCancel={onCancel}
    />
  );
}

function Row({ endpoint }: { endpoint: Endpoint }) {
  const { id, url, description, events } = endpoint;
  return (
    <li className="console-row">
      <Link className="console-row__title" href={`/webhooks/${id}`}>
        {url}
      </Link>
      <span className="hint">
        {description !== null && `${description} · `}
        {statusOf(endpoint)} · {events.includes('*') ? copy.everyType : copy.types(events.length)}
      </span>
    </li>
  );
}

/** Whether events are sent to it, and why not. */
export function statusOf({ status, disabledReason, mode }: Endpoint): string {
  const state =
    status === 'enabled' || disabledReason === null
      ? copy.statuses[status]
      : copy.disabledBy(copy.reasons[disabledReason]);
  return mode === 'test' ? `${state} · ${copy.test}` : state;
}
