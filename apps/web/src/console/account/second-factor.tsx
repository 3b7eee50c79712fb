import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Notice } from '../../ui/notice.js';
import { secondFactorCopy as copy } from '../copy/account.copy.js';
import { formatTime } from '../copy/format.js';
import { Loading, Problem } from '../shell/states.js';
import { accountKeys, readFactor, removeFactor, renewCodes } from './account-api.js';
import { ProofForm } from './proof-form.js';
import { RecoveryCodes } from './recovery-codes.js';
import { TurnOn } from './turn-on.js';

/** So many recovery codes left are few. */
const FEW_CODES = 3;

export function SecondFactor() {
  const id = useId();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({ queryKey: accountKeys.factor, queryFn: readFactor });
  // Kept in this page alone: leaving it or loading it again loses the codes.
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [said, say] = useState('');
  const changed = (told: string, recoveryCodes: readonly string[] | null) => {
    say(told);
    setCodes(recoveryCodes);
    void client.invalidateQueries({ queryKey: accountKeys.all });
  };
  return (
    <section className="panel form" aria-labelledby={id}>
      <h2 id={id}>{copy.title}</h2>
      <p role="status" className={said === '' ? 'visually-hidden' : 'hint'}>
        {said}
      </p>
      {codes !== null && <RecoveryCodes codes={codes} onStored={() => setCodes(null)} />}
      {codes === null &&
        !data &&
        (error ? <Problem error={error} onRetry={() => void refetch()} /> : <Loading />)}
      {codes === null && data?.enabled === false && (
        <TurnOn onTurnedOn={(recoveryCodes) => changed(copy.turnedOn, recoveryCodes)} />
      )}
      {codes === null && data?.enabled === true && (
        <Enabled since={data.enabledAt} codesLeft={data.recoveryCodesLeft} onChanged={changed} />
      )}
    </section>
  );
}

interface EnabledProps {
  since: string | null;
  codesLeft: number;
  onChanged: (told: string, recoveryCodes: readonly string[] | null) => void;
}

function Enabled({ since, codesLeft, onChanged }: EnabledProps) {
  const [asked, ask] = useState<'renew' | 'remove' | null>(null);
  const onCancel = () => ask(null);
  return (
    <>
      <p>{copy.on(since === null ? '' : formatTime(since))}</p>
      {codesLeft > FEW_CODES ? (
        <p className="hint">{copy.codesLeft(codesLeft)}</p>
      ) : (
        <Notice tone="warn" title={copy.codesLeft(codesLeft)}>
          <p>{copy.fewLeft}</p>
        </Notice>
      )}
      {asked === null && (
        <div className="actions">
          <Button small onClick={() => ask('renew')}>
            {copy.renew}
          </Button>
          <Button small onClick={() => ask('remove')}>
            {copy.turnOff}
          </Button>
        </div>
      )}
      {asked === 'renew' && (
        <ProofForm
          {...{ title: copy.renew, hint: copy.renewHint, action: copy.renew, asksCode: true, onCancel }}
          work={renewCodes}
          onDone={({ recoveryCodes }) => onChanged(copy.renewed, recoveryCodes)}
        />
      )}
      {asked === 'remove' && (
        <ProofForm
          {...{ title: copy.turnOff, hint: copy.turnOffHint, action: copy.turnOff, asksCode: true, onCancel }}
          look="record"
          work={removeFactor}
          onDone={() => onChanged(copy.turnedOff, null)}
        />
      )}
    </>
  );
}
