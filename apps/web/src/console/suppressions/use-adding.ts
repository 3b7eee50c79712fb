import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addSuppression, suppressionKeys, type Reason } from './suppressions-api.js';

/**
 * Adds one address after another. When one is refused, it and those after it stay in the form.
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
      for (const [index, email] of addresses.entries()) {
        setDone(index);
        setText(addresses.slice(index).join('\n'));
        await addSuppression({ email, reason });
      }
    },
    onSuccess: () => setText(''),
    onSettled: () => client.invalidateQueries({ queryKey: suppressionKeys.all }),
  });
  return { add, done, sent };
}
