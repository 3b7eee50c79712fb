import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { endpointCopy as copy } from '../copy/webhooks.copy.js';
import { formatTime } from '../copy/format.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { ShownOnce } from '../shell/shown-once.js';
import { FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { DeliveryCounts } from './counts/delivery-counts.js';
import { Deliveries } from './deliveries.js';
import { changesOf, type FilledIn } from './endpoint-form.model.js';
import { EndpointForm } from './endpoint-form.js';
import { EndpointSteps } from './endpoint-steps.js';
import { statusOf } from './endpoints.js';
import { ReplayRange } from './replay-range.js';
import { TestEvent } from './test-event.js';
import { readEndpoint, updateEndpoint, webhookKeys, type Endpoint } from './webhooks-api.js';

export function EndpointPage({ id }: { id: string }) {
  return useRight('webhooks.manage') ? <ManagedEndpoint id={id} /> : <NotAllowed />;
}

function ManagedEndpoint({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: webhookKeys.one(id),
    queryFn: () => readEndpoint(id),
  });
  if (data) return <Opened endpoint={data} />;
  return error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />;
}

/** One endpoint: what it takes, and what became of what was sent. */
function Opened({ endpoint }: { endpoint: Endpoint }) {
  const [isEditing, setEditing] = useState(false);
  // Kept in this page alone: leaving it or loading it again loses the secret.
  const [secret, setSecret] = useState<string | null>(null);
  const [said, say] = useState('');
  if (isEditing) return <Edit endpoint={endpoint} onDone={() => setEditing(false)} />;
  const { events, description, createdAt } = endpoint;
  return (
    <Page title={endpoint.url}>
      <p>
        <Link href="/webhooks">{copy.back}</Link>
      </p>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      {secret !== null && <ShownOnce title={copy.secret} text={secret} onStored={() => setSecret(null)} />}
      <section className="panel" aria-label={copy.about}>
        {description !== null && <p>{description}</p>}
        <p className="hint">
          {statusOf(endpoint)} · {copy.added(formatTime(createdAt))}
        </p>
        <p className="hint console-words">{events.join(', ')}</p>
        <EndpointSteps
          endpoint={endpoint}
          onEdit={() => setEditing(true)}
          onSecret={setSecret}
          onSaid={say}
        />
      </section>
      {endpoint.status === 'enabled' && <TestEvent endpointId={endpoint.id} />}
      <DeliveryCounts endpointId={endpoint.id} />
      <Deliveries endpointId={endpoint.id} />
      {endpoint.status === 'enabled' && <ReplayRange endpointId={endpoint.id} />}
    </Page>
  );
}

function Edit({ endpoint, onDone }: { endpoint: Endpoint; onDone: () => void }) {
  const client = useQueryClient();
  // What the page reads anew meanwhile is not what the person saw and changed.
  const [before] = useState(endpoint);
  const save = useMutation({
    mutationFn: (filledIn: FilledIn) => updateEndpoint(before.id, changesOf(filledIn, before)),
    onSuccess: (changed) => {
      client.setQueryData(webhookKeys.one(endpoint.id), changed);
      void client.invalidateQueries({ queryKey: webhookKeys.list });
      onDone();
    },
  });
  return (
    <Page title={copy.editTitle}>
      <EndpointForm
        endpoint={before}
        title={copy.editTitle}
        error={save.error}
        isBusy={save.isPending}
        onSubmit={save.mutate}
        onCancel={onDone}
      />
    </Page>
  );
}
