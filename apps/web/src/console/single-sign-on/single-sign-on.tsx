import { useQuery } from '@tanstack/react-query';
import { singleSignOnSettingsCopy as copy } from '../copy/settings.copy.js';
import { useRight } from '../shell/me.js';
import { Page } from '../shell/page.js';
import { FailedPage, Loading, NotAllowed } from '../shell/states.js';
import { Domains } from './domains.js';
import { ProviderSettings } from './provider-settings.js';
import { DOMAINS_KEY, listDomains, PROVIDER_KEY, readProvider } from './single-sign-on-api.js';

export function SingleSignOnSettings() {
  return useRight('single_sign_on.manage') ? <OwnersSettings /> : <NotAllowed />;
}

/** Which domains are the organization's, and where people with addresses in them sign in. */
function OwnersSettings() {
  const domains = useQuery({ queryKey: DOMAINS_KEY, queryFn: listDomains });
  const provider = useQuery({ queryKey: PROVIDER_KEY, queryFn: readProvider });
  const retry = () => void Promise.all([domains.refetch(), provider.refetch()]);
  const error =
    (domains.data ? null : domains.error) ?? (provider.data === undefined ? provider.error : null);
  if (error) return <FailedPage error={error} onRetry={retry} />;
  if (!domains.data || provider.data === undefined) return <Loading />;
  const isProven = domains.data.data.some(({ status }) => status !== 'unproven');
  return (
    <Page title={copy.title}>
      <p className="hint">{copy.intro}</p>
      <Domains domains={domains.data.data} />
      <ProviderSettings provider={provider.data} isProven={isProven} />
    </Page>
  );
}
