import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { Shell } from '../ui/shell.js';
import { ME, readMe } from './api/queries.js';
import { Keys } from './keys/keys.js';
import { Recordings } from './recordings/recordings.js';
import { NewRequest } from './requests/new-request.js';
import { RequestPage } from './requests/request.js';
import { Requests } from './requests/requests.js';
import { SessionPage } from './sessions/session.js';
import { Sessions } from './sessions/sessions.js';
import { Frame } from './shell/frame.js';
import { MeProvider } from './shell/me.js';
import { SignIn } from './shell/sign-in.js';
import { FailedPage, Loading, Unknown } from './shell/states.js';
import './styles/console.css';

// The player and the check of signatures load when a recording is opened.
const RecordingPage = lazy(async () => ({
  default: (await import('./recordings/recording.js')).RecordingPage,
}));

export function Console() {
  const { data: me, error, refetch } = useQuery({ queryKey: ME, queryFn: readMe });
  if (me) {
    return (
      <MeProvider value={me}>
        <Router base="/console">
          <Frame>
            <Pages />
          </Frame>
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
      <Route>
        <Unknown />
      </Route>
    </Switch>
  );
}
