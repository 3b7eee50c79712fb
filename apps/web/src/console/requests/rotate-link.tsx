import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/button.js';
import { rotateLinkCopy as copy } from '../copy/requests.copy.js';
import { Confirm } from '../shell/confirm.js';

interface RotateLinkProps<T> {
  /** What is replaced. */
  title: string;
  rotate: () => Promise<T>;
  onRotated: (answer: T) => void;
}

/** Gives a link another key, after a confirmation: whoever has the old one is shut out at once. */
export function RotateLink<T>({ title, rotate, onRotated }: RotateLinkProps<T>) {
  const [isAsked, ask] = useState(false);
  const run = useMutation({
    mutationFn: rotate,
    onSuccess: (answer) => {
      ask(false);
      onRotated(answer);
    },
    // The answer has the link's key.
    gcTime: 0,
  });
  if (isAsked)
    return (
      <Confirm
        title={title}
        hint={copy.hint}
        action={copy.action}
        error={run.error}
        isBusy={run.isPending}
        onConfirmed={run.mutate}
        onCancel={() => ask(false)}
      />
    );
  return (
    <div className="actions">
      <Button small onClick={() => ask(true)}>
        {title}
      </Button>
    </div>
  );
}
