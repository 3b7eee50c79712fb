import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { Link } from 'wouter';
import { Button } from '../../ui/button.js';
import { deleteRecordingCopy as copy, recordingCopy } from '../copy/recordings.copy.js';
import { Page } from '../shell/page.js';
import { SaveJson } from '../shell/save-json.js';
import { Problem } from '../shell/states.js';
import { deleteRecording, recordingKeys, type Receipt } from './recordings-api.js';

interface DeleteRecordingProps {
  id: string;
  onDeleted: (receipt: Receipt) => void;
  onCancel: () => void;
}

/** Asks for a word: what is deleted cannot be had back. */
export function DeleteRecording({ id: recordingId, onDeleted, onCancel }: DeleteRecordingProps) {
  const id = useId();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const remove = useMutation({
    mutationFn: () => deleteRecording(recordingId),
    onSuccess: (receipt) => {
      onDeleted(receipt);
      client.removeQueries({ queryKey: recordingKeys.one(recordingId) });
      void client.invalidateQueries({ queryKey: recordingKeys.list });
    },
  });
  const isConfirmed = typed.trim() === copy.word && !remove.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) remove.mutate();
  };
  return (
    <form className="panel form" onSubmit={submit} aria-label={copy.title}>
      <p>{copy.hint}</p>
      <div className="field">
        <label htmlFor={id}>{copy.label(copy.word)}</label>
        <input
          {...{ id, type: 'text', value: typed, autoComplete: 'off', autoFocus: true }}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <Problem error={remove.error} />
      <div className="actions">
        <button type="submit" className="button button--record" aria-disabled={!isConfirmed}>
          {copy.action}
        </button>
        <Button onClick={onCancel}>{copy.cancel}</Button>
      </div>
    </form>
  );
}

/** In place of the page of a recording that was deleted there. */
export function DeletedRecording({ receipt }: { receipt: Receipt }) {
  return (
    <Page title={copy.done}>
      <p role="status">{copy.receipt}</p>
      <SaveJson document={receipt} fileName={`${receipt.recordingId}-receipt.json`}>
        {copy.saveReceipt}
      </SaveJson>
      <p>
        <Link href="/recordings">{recordingCopy.back}</Link>
      </p>
    </Page>
  );
}
