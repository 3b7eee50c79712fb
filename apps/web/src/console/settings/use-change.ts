import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ME } from '../api/queries.js';
import { changeOrganization, ORGANIZATION_KEY } from './settings-api.js';

/** Changes the organization; the frame shows its new name. */
export function useChange() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeOrganization,
    onSuccess: async (changed) => {
      client.setQueryData(ORGANIZATION_KEY, changed);
      await client.invalidateQueries({ queryKey: ME });
    },
  });
}
