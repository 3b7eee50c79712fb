import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addSuppressions, BATCH_SIZE, suppressionKeys, type Reason } from './suppressions-api.js';

/**
 * Adds addresses, a batch after another. When one is refused, it and those after it stay in the form.
 *
 * @param setText is told what is left to add, one a line.
 */
export function useAdding(reason: Reason, setText: (text: string) => void) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const [sent, setSent] = useState(0);
  const add = useMutation({
    mutationFn: async (addresses: readonly string[]) => {
      setSent(addresses.length);
      for (let at = 0; at < addresses.length; at += BATCH_SIZE) {
        setDone(at);
        const emails = addresses.slice(at, at + BATCH_SIZE);
        await addSuppressions({ emails, reason }).catch((error: unknown) => {
          setText(addresses.slice(at).join('\n'));
          throw error;
        });
      }
    },
    onSuccess: () => setText(''),
    onSettled: () => client.invalidateQueries({ queryKey: suppressionKeys.all }),
  });
  return { add, done, sent };
}
