import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useId, useRef, useState, type FormEvent } from 'react';
import { Button } from '../../ui/button.js';
import { accountCopy, secondFactorCopy as copy } from '../copy/account.copy.js';
import { CopyText } from '../shell/copy-text.js';
import { beginFactor, confirmFactor, type BegunFactor } from './account-api.js';
import { AccountProblem } from './account-problem.js';
import { CodeField } from './fields.js';
import { ProofForm } from './proof-form.js';

// The encoder loads for who turns a second factor on.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.js')).QrCode }));

interface TurnOnProps {
  onTurnedOn: (recoveryCodes: readonly string[]) => void;
}

/** From no second factor to one: password, secret, first code. */
export function TurnOn({ onTurnedOn }: TurnOnProps) {
  const [isAsked, ask] = useState(false);
  // Kept in this page alone: leaving it ends the attempt, and the next one has another secret.
  const [begun, setBegun] = useState<BegunFactor | null>(null);
  const cancel = () => {
    setBegun(null);
    ask(false);
  };
  if (begun !== null) return <Confirmation begun={begun} onTurnedOn={onTurnedOn} onCancel={cancel} />;
  return (
    <>
      <p>{copy.off}</p>
      <p className="hint">{copy.offHint}</p>
      {isAsked ? (
        <ProofForm
          {...{ title: copy.turnOn, hint: copy.turnOnHint, action: copy.go, asksCode: false }}
          work={beginFactor}
          onDone={setBegun}
          onCancel={cancel}
        />
      ) : (
        <div className="actions">
          <Button small look="primary" onClick={() => ask(true)}>
            {copy.turnOn}
          </Button>
        </div>
      )}
    </>
  );
}

interface ConfirmationProps extends TurnOnProps {
  begun: BegunFactor;
  onCancel: () => void;
}

function Confirmation({ begun: { secret, uri }, onTurnedOn, onCancel }: ConfirmationProps) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const confirm = useMutation({
    mutationFn: confirmFactor,
    onSuccess: ({ recoveryCodes }) => onTurnedOn(recoveryCodes),
    gcTime: 0,
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!confirm.isPending) confirm.mutate(String(new FormData(event.currentTarget).get('code')).trim());
  };
  return (
    <form className="form" onSubmit={submit} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1} ref={heading}>
        {copy.scanTitle}
      </h3>
      <p>{copy.scan}</p>
      {/* The secret below is enough where the picture does not come. */}
      <Suspense fallback={null}>
        <QrCode text={uri} label={copy.picture} />
      </Suspense>
      <CopyText label={copy.secret} text={secret} />
      <CodeField label={copy.firstCode} />
      <AccountProblem error={confirm.error} />
      <div className="actions">
        <button type="submit" className="button button--primary" aria-disabled={confirm.isPending}>
          {copy.confirm}
        </button>
        <Button onClick={onCancel}>{accountCopy.cancel}</Button>
      </div>
    </form>
  );
}
