import { useQuery } from '@tanstack/react-query';
import { settingsCopy as copy } from '../copy/settings.copy.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading } from '../shell/states.js';
import { OrganizationName } from './organization-name.js';
import { Plan } from './plan.js';
import { KeptFor, Retention } from './retention.js';
import { ORGANIZATION_KEY, readOrganization } from './settings-api.js';

/** What the organization is called, how long it keeps footage, and its plan. */
export function Settings() {
  const mayChange = useRight('organization.change');
  const { data, error, refetch } = useQuery({ queryKey: ORGANIZATION_KEY, queryFn: readOrganization });
  if (error && !data) return <FailedPage error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  return (
    <Page title={copy.title}>
      {mayChange ? (
        <>
          <OrganizationName name={data.name} />
          <Retention retentionDays={data.retentionDays} />
        </>
      ) : (
        <>
          <p className="hint">{copy.intro}</p>
          <KeptFor retentionDays={data.retentionDays} />
        </>
      )}
      <Plan organization={data} />
    </Page>
  );
}
