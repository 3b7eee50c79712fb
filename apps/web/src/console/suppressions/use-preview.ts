import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { previewOf, readAddresses } from './addresses.model.js';
import { checkAddresses, MOST_ADDRESSES } from './suppressions-api.js';

/** After so long without a change the server is asked. */
const PAUSE_MS = 300;

/** What of a text would be added. `preview` is undefined until the server has said it of this very text. */
export function usePreview(text: string) {
  const { mutate, reset, data, error } = useMutation({
    mutationFn: async ({ asked, signal }: { asked: string; signal: AbortSignal }) => {
      const read = readAddresses(asked);
      const isTooMany = read.addresses.length > MOST_ADDRESSES;
      const checked = isTooMany ? [] : await checkAddresses(read.addresses, signal);
      return { asked, isTooMany, ...previewOf(read, checked) };
    },
    gcTime: 0,
  });
  useEffect(() => {
    reset();
    if (text.trim() === '') return undefined;
    const abort = new AbortController();
    const timer = setTimeout(() => mutate({ asked: text, signal: abort.signal }), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text, mutate, reset]);
  return { preview: data?.asked === text ? data : undefined, error };
}
