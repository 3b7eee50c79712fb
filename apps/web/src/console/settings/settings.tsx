import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { settingsCopy as copy, singleSignOnSettingsCopy } from '../copy/settings.copy.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading } from '../shell/states.js';
import { Deletion } from './deletion.js';
import { Directory } from './directory.js';
import { OrganizationName } from './organization-name.js';
import { KeptFor, Retention } from './retention.js';
import { ORGANIZATION_KEY, readOrganization } from './settings-api.js';

/** What the organization is called, how long it keeps footage, single sign-on and its directory, and its end. */
export function Settings() {
  const mayChange = useRight('organization.change');
  const maySetSignOn = useRight('single_sign_on.manage');
  const mayManageMembers = useRight('members.manage');
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
      {maySetSignOn && <SingleSignOnLink />}
      {mayManageMembers && <Directory />}
      <Deletion organization={data} />
    </Page>
  );
}

function SingleSignOnLink() {
  const { title, intro, open } = singleSignOnSettingsCopy;
  return (
    <section className="panel" aria-labelledby="single-sign-on">
      <h2 id="single-sign-on">{title}</h2>
      <p className="hint">{intro}</p>
      <div className="actions">
        <Link className="button" href="/settings/single-sign-on">
          {open}
        </Link>
      </div>
    </section>
  );
}
