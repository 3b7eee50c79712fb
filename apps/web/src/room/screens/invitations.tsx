import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { readableMoment } from '../../recorder/copy/format.js';
import { invitationsCopy as copy } from '../copy/screens.copy.js';
import { useInvites } from './use-invites.js';

/** Links by which guests enter: the host makes more of them, and revokes those that should let nobody in any more. */
export function Invitations({ sessionId }: { sessionId: string }) {
  const { links, made, hasFailed, make, revoke } = useInvites(sessionId);
  return (
    <div className="host__invitations" role="group" aria-label={copy.title}>
      <h2>{copy.title}</h2>
      {hasFailed && (
        <Notice tone="warn">
          <p>{copy.failed}</p>
        </Notice>
      )}
      {made && <NewLink url={made} />}
      {links?.length === 0 && <p>{copy.none}</p>}
      {links !== null && links.length > 0 && (
        <ul className="host__links" aria-label={copy.links}>
          {links.map(({ id, createdAt, guestCount }) => {
            const when = readableMoment(createdAt);
            return (
              <li key={id}>
                <span>
                  {copy.made(when)} <span className="hint">{copy.guests(guestCount)}</span>
                </span>
                <Button small aria-label={copy.revokeThat(when)} onClick={() => revoke(id)}>
                  {copy.revoke}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      <p className="hint">{copy.hint}</p>
      <div className="actions">
        <Button look="primary" onClick={make}>
          {copy.make}
        </Button>
      </div>
    </div>
  );
}

function NewLink({ url }: { url: string }) {
  const id = useId();
  const [said, say] = useState('');
  const take = (): void => {
    // Undefined on pages without encryption.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) return say(copy.notCopied);
    clipboard.writeText(url).then(
      () => say(copy.copied),
      () => say(copy.notCopied),
    );
  };
  return (
    <div className="field">
      <label htmlFor={id}>{copy.link}</label>
      <input
        id={id}
        type="text"
        dir="ltr"
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="actions">
        <Button small onClick={take}>
          {copy.copy}
        </Button>
        <span className="hint" role="status">
          {said}
        </span>
      </div>
      <p className="hint">{copy.linkHint}</p>
    </div>
  );
}
