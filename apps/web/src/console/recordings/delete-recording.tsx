import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import { deleteRecordingCopy as copy, recordingCopy } from '../copy/recordings.copy.js';
import { ConfirmByTyping } from '../shell/confirm-by-typing.js';
import { Page } from '../shell/page.js';
import { SaveJson } from '../shell/save-json.js';
import { deleteRecording, recordingKeys, type Receipt } from './recordings-api.js';

interface DeleteRecordingProps {
  id: string;
  onDeleted: (receipt: Receipt) => void;
  onCancel: () => void;
}

/** Asks for a word: what is deleted cannot be had back. */
export function DeleteRecording({ id, onDeleted, onCancel }: DeleteRecordingProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => deleteRecording(id),
    onSuccess: (receipt) => {
      onDeleted(receipt);
      client.removeQueries({ queryKey: recordingKeys.one(id) });
      void client.invalidateQueries({ queryKey: recordingKeys.list });
    },
  });
  return (
    <div className="panel">
      <ConfirmByTyping
        title={copy.title}
        hint={copy.hint}
        label={copy.label(copy.word)}
        name={copy.word}
        action={copy.action}
        error={remove.error}
        isBusy={remove.isPending}
        onConfirmed={() => remove.mutate()}
        onCancel={onCancel}
      />
    </div>
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
