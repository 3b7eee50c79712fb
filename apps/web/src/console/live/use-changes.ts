import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ChangeListener } from './change-listener.js';

/**
 * Reads kept answers anew when the server tells that they have changed. Listens while the page is looked at: browsers
 * have few connections to one server, and many pages may be open.
 * @returns whether the server tells of changes now
 */
export function useChanges(): boolean {
  const client = useQueryClient();
  const [isLive, setLive] = useState(false);
  useEffect(() => {
    const listener = new ChangeListener(client, setLive);
    const look = () => (document.visibilityState === 'visible' ? listener.open() : listener.close());
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      listener.close();
    };
  }, [client]);
  return isLive;
}
