import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useLayoutEffect } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { Shell } from '../ui/shell.js';
import { showOrganization } from './api/console-client.js';
import { ME, readMe } from './api/queries.js';
import { AccountPage } from './account/account.js';
import { AuditLog } from './audit/audit.js';
import { BrandingPage } from './branding/branding.js';
import { Erasures } from './erasures/erasures.js';
import { EventPage } from './events/event.js';
import { Events } from './events/events.js';
import { Keys } from './keys/keys.js';
import { Live } from './live/live.js';
import { Members } from './members/members.js';
import { Organizations } from './organizations/organizations.js';
import { Recordings } from './recordings/recordings.js';
import { PlanPage } from './plan/plan.js';
import { NewRequest } from './requests/new-request.js';
import { RequestPage } from './requests/request.js';
import { Requests } from './requests/requests.js';
import { SessionPage } from './sessions/session.js';
import { Sessions } from './sessions/sessions.js';
import { DeletionNotice } from './settings/deletion.js';
import { Settings } from './settings/settings.js';
import { Frame } from './shell/frame.js';
import { MeProvider } from './shell/me.js';
import { SignIn } from './sign-in/sign-in.js';
import { SINGLE_SIGN_ON_PATH, SingleSignOn } from './sign-in/single-sign-on.js';
import { FailedPage, Loading, Unknown } from './shell/states.js';
import { SingleSignOnSettings } from './single-sign-on/single-sign-on.js';
import { Suppressions } from './suppressions/suppressions.js';
import { UsagePage } from './usage/usage.js';
import { DeliveryPage } from './webhooks/delivery.js';
import { EndpointPage } from './webhooks/endpoint.js';
import { Endpoints } from './webhooks/endpoints.js';
import './styles/console.css';
import './styles/details.css';

// The player and the check of signatures load when a recording is opened.
const RecordingPage = lazy(async () => ({
  default: (await import('./recordings/recording.js')).RecordingPage,
}));

export function Console() {
  return location.pathname === SINGLE_SIGN_ON_PATH ? <SingleSignOn /> : <SignedInConsole />;
}

function SignedInConsole() {
  const { data: me, error, refetch } = useQuery({ queryKey: ME, queryFn: readMe });
  const shown = me?.organization.id;
  // Before the pages read anything: their effects come after the layout's.
  useLayoutEffect(() => {
    if (shown !== undefined) showOrganization(shown);
  }, [shown]);
  if (me) {
    return (
      <MeProvider value={me}>
        <Router base="/console">
          {/* Another organization: nothing of the one before stays. */}
          <Live key={me.organization.id}>
            <Frame>
              <DeletionNotice />
              <Pages />
            </Frame>
          </Live>
        </Router>
      </MeProvider>
    );
  }
  if (me === null) return <SignIn />;
  return <Shell>{error ? <FailedPage error={error} onRetry={() => void refetch()} /> : <Loading />}</Shell>;
}

function Pages() {
  return (
    <Switch>
      <Route path="/">
        <Redirect to="/requests" replace />
      </Route>
      <Route path="/requests" component={Requests} />
      <Route path="/requests/new" component={NewRequest} />
      {/* Another request is another page: nothing of the one before stays. */}
      <Route path="/requests/:id">{({ id = '' }) => <RequestPage key={id} id={id} />}</Route>
      <Route path="/sessions" component={Sessions} />
      <Route path="/sessions/:id">{({ id = '' }) => <SessionPage key={id} id={id} />}</Route>
      <Route path="/recordings" component={Recordings} />
      <Route path="/recordings/:id">
        {({ id = '' }) => (
          <Suspense fallback={<Loading />}>
            <RecordingPage key={id} id={id} />
          </Suspense>
        )}
      </Route>
      <Route path="/keys" component={Keys} />
      <Route path="/webhooks" component={Endpoints} />
      <Route path="/webhooks/:id">{({ id = '' }) => <EndpointPage key={id} id={id} />}</Route>
      <Route path="/webhooks/:endpointId/deliveries/:id">
        {({ endpointId = '', id = '' }) => <DeliveryPage key={id} endpointId={endpointId} id={id} />}
      </Route>
      <Route path="/events" component={Events} />
      <Route path="/events/:id">{({ id = '' }) => <EventPage key={id} id={id} />}</Route>
      <Route path="/usage" component={UsagePage} />
      <Route path="/plan" component={PlanPage} />
      <Route path="/members" component={Members} />
      <Route path="/suppressions" component={Suppressions} />
      <Route path="/erasures" component={Erasures} />
      <Route path="/branding" component={BrandingPage} />
      <Route path="/audit" component={AuditLog} />
      <Route path="/settings" component={Settings} />
      <Route path="/settings/single-sign-on" component={SingleSignOnSettings} />
      <Route path="/organizations" component={Organizations} />
      <Route path="/account" component={AccountPage} />
      <Route>
        <Unknown />
      </Route>
    </Switch>
  );
}
