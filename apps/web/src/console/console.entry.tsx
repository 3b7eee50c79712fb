import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { createQueryClient } from './api/queries.js';
import { Console } from './console.js';

/** Opens the pages of members, at whatever address below `/console` the browser is. */
export function openConsole(): ReactNode {
  return (
    <QueryClientProvider client={createQueryClient()}>
      <Console />
    </QueryClientProvider>
  );
}
