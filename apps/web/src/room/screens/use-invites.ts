import { useEffect, useState } from 'react';
import { call, type Answer } from '../../console/api/console-client.js';

const ALL = '/console/api/sessions/{id}/invites';
/** The latest; older ones are on the session's page in the console. */
const LISTED = 20;

type Invite = Answer<typeof ALL, 'get'>['data'][number];

export interface Invites {
  /** Those that still let people in, the latest first; null until the server has answered. */
  links: readonly Invite[] | null;
  /** The one that was made last. Its text is shown once. */
  made: string | null;
  /** Whether the last call was refused, or not answered. */
  hasFailed: boolean;
  make: () => void;
  revoke: (inviteId: string) => void;
}

/** The invitations to a session, for its host. */
export function useInvites(sessionId: string): Invites {
  const [links, setLinks] = useState<Invites['links']>(null);
  const [made, setMade] = useState<{ inviteId: string; joinUrl: string } | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const at = { id: sessionId };

  const read = async (): Promise<void> => {
    const { data } = await call('get', ALL, { at, query: { limit: LISTED } });
    setLinks(
      data.filter(({ revokedAt, expiresAt }) => revokedAt === null && Date.parse(expiresAt) > Date.now()),
    );
  };
  const change = (work: () => Promise<void>): void => {
    setFailed(false);
    work()
      .then(read)
      .catch(() => setFailed(true));
  };
  useEffect(() => change(() => Promise.resolve()), [sessionId]);

  return {
    links,
    made: made && made.joinUrl,
    hasFailed,
    make: () =>
      change(async () => {
        const { inviteId, joinUrl } = await call('post', ALL, { at, body: {} });
        setMade({ inviteId, joinUrl });
      }),
    revoke: (inviteId) =>
      change(async () => {
        await call('delete', `${ALL}/{inviteId}`, { at: { ...at, inviteId } });
        if (made?.inviteId === inviteId) setMade(null);
      }),
  };
}
