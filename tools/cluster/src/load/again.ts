// A bus that delivers twice. It promises no more than at least once, and an acknowledgement that is lost is one delivery more.
import { jetstream, jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { connect, headers } from '@nats-io/transport-node';
import { until } from '../control/until.js';
import type { Installation } from '../proofs/installation.js';

const STREAM = 'CAPTURE_EVENTS';
/** By which the bus itself leaves out what is published twice. */
const MESSAGE_ID = 'Nats-Msg-Id';

const isOf =
  (organizationId: string) =>
  (message: StoredMsg | null): message is StoredMsg =>
    message !== null && message.json<{ organizationId: string }>().organizationId === organizationId;

/** Puts every event of the organization on the bus once more. Resolves with their number, once all were handled. */
export async function sendAgain({ servers }: Installation, organizationId: string): Promise<number> {
  const connection = await connect({ servers: `${servers.nats.ip}:4222` });
  try {
    const manager = await jetstreamManager(connection);
    const { state } = await manager.streams.info(STREAM);
    const stored: (StoredMsg | null)[] = [];
    for (let seq = state.first_seq; seq <= state.last_seq; seq += 1)
      stored.push(await manager.streams.getMessage(STREAM, { seq }));
    const events = stored.filter(isOf(organizationId));
    for (const { subject, data, header } of events) {
      const own = headers();
      for (const [name, values] of header)
        if (name !== MESSAGE_ID) for (const value of values) own.append(name, value);
      await jetstream(connection).publish(subject, data, { headers: own });
    }
    await until('all of them to be handled', async () => {
      const consumers = await manager.consumers.list(STREAM).next();
      return consumers.every(({ num_pending, num_ack_pending }) => num_pending + num_ack_pending === 0);
    });
    return events.length;
  } finally {
    await connection.close();
  }
}
