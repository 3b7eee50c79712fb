import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { useRefreshMs } from '../api/live.js';
import { testCopy as copy } from '../copy/webhooks.copy.js';
import { useEventTypes } from '../events/events-api.js';
import { SelectField } from '../shell/select-field.js';
import { Problem } from '../shell/states.js';
import { outcomeOf } from './outcome.js';
import {
  readDelivery,
  REFRESH_MS,
  sendTest,
  webhookKeys,
  type Delivery,
  type TestType,
} from './webhooks-api.js';

/** Sends an example of a type, and says what the receiver answered. */
export function TestEvent({ endpointId }: { endpointId: string }) {
  const id = useId();
  const client = useQueryClient();
  const types = ['ping', ...useEventTypes()];
  const choices = Object.fromEntries(types.map((one) => [one, one]));
  const [type, setType] = useState('ping');
  const send = useMutation({
    mutationFn: () => sendTest(endpointId, type as TestType),
    onSuccess: () => client.invalidateQueries({ queryKey: webhookKeys.deliveries(endpointId) }),
  });
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p className="hint">{copy.hint}</p>
      <SelectField label={copy.type} choices={choices} value={type} onChosen={setType} />
      <Problem error={send.error} />
      <div className="actions">
        <Button aria-disabled={send.isPending} onClick={() => send.mutate()}>
          {copy.send}
        </Button>
      </div>
      {send.data && <Outcome key={send.data.id} sent={send.data} />}
    </section>
  );
}

function Outcome({ sent }: { sent: Delivery }) {
  const { id, webhookEndpointId } = sent;
  const refreshMs = useRefreshMs(REFRESH_MS / 2);
  const { data: delivery = sent, error } = useQuery({
    queryKey: webhookKeys.delivery(webhookEndpointId, id),
    queryFn: () => readDelivery(webhookEndpointId, id),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? refreshMs : false),
  });
  return (
    <>
      <Problem error={error} />
      <p role="status">{delivery.status === 'pending' ? copy.sending : outcomeOf(delivery)}</p>
      <p>
        <Link href={`/webhooks/${webhookEndpointId}/deliveries/${id}`}>{copy.see}</Link>
      </p>
    </>
  );
}
