// The messages on the socket of a room, as AsyncAPI and as JSON Schema, both from their classes.
import { schemaOfClass } from '@capture/contracts';
import { CLIENT_MESSAGES, PROTOCOL_VERSION, SERVER_MESSAGES } from '@capture/sessions';

type Classes = Record<string, new () => object>;
type Schema = Record<string, unknown>;

const ADDRESS = '/api/v1/rooms/{sessionId}/socket';
const DESCRIPTION =
  `Messages on the WebSocket of a room: JSON objects with a \`type\`. Times are Unix milliseconds. The subprotocol is
\`capture.v1\`; the participant token goes into \`Authorization\`, or from a browser into a second subprotocol
\`bearer.<participantToken>\`. Messages and members are added without a new version: pass over what you do not know. How they are
used, and what closing codes mean, is in the guide "Rooms".`.replaceAll('\n', ' ');

/** Messages by name, `client.chat` and `server.chat`; a client's has no other members than these, a server's may get some. */
function schemasOf(side: 'client' | 'server', classes: Classes): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(classes).map(([type, message]) => {
      const schema = { title: `${side} ${type}`, ...schemaOfClass(message) };
      return [`${side}.${type}`, side === 'client' ? { ...schema, additionalProperties: false } : schema];
    }),
  );
}

function schemas(): Record<string, Schema> {
  return { ...schemasOf('server', SERVER_MESSAGES), ...schemasOf('client', CLIENT_MESSAGES) };
}

const refs = (names: string[], to: (name: string) => string) => names.map((name) => ({ $ref: to(name) }));

export function roomDocument(): Schema {
  const all = schemas();
  const names = Object.keys(all);
  const of = (side: string) => names.filter((name) => name.startsWith(`${side}.`));
  const inChannel = (name: string): string => `#/channels/room/messages/${name}`;
  return {
    asyncapi: '3.0.0',
    info: { title: 'Capture rooms', version: String(PROTOCOL_VERSION), description: DESCRIPTION },
    defaultContentType: 'application/json',
    channels: {
      room: {
        address: ADDRESS,
        parameters: { sessionId: { description: 'Of the session whose room it is' } },
        messages: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/messages/${name}` }])),
        bindings: { ws: { method: 'GET' } },
      },
    },
    operations: {
      tell: {
        action: 'send',
        channel: { $ref: '#/channels/room' },
        messages: refs(of('server'), inChannel),
      },
      obey: {
        action: 'receive',
        channel: { $ref: '#/channels/room' },
        messages: refs(of('client'), inChannel),
      },
    },
    components: {
      messages: Object.fromEntries(
        names.map((name) => [name, { name, payload: { $ref: `#/components/schemas/${name}` } }]),
      ),
      schemas: all,
    },
  };
}

export function roomSchema(): Schema {
  const all = schemas();
  const any = (side: string): Schema => ({
    oneOf: refs(
      Object.keys(all).filter((name) => name.startsWith(`${side}.`)),
      (name) => `#/$defs/${name}`,
    ),
  });
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Messages on the socket of a room',
    description: DESCRIPTION,
    $defs: { client: any('client'), server: any('server'), ...all },
  };
}
