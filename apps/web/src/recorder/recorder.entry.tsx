import { CaptureClient, type CaptureAccess } from '@capture/browser';
import type { ReactNode } from 'react';
import type { RecorderRoute } from '../route.js';
import { fullLink, takeLinkKey } from './link-key.js';
import { barredState, RecorderController } from './recorder.controller.js';
import { isBusy, type PageKind } from './recorder.model.js';
import { Barred, Recorder } from './recorder.js';

/** Starts a visit to a respondent link. Runs once per page load. */
export function openRecorder(route: RecorderRoute): ReactNode {
  const key = takeLinkKey({ location, history, storage: () => sessionStorage });
  const barrier = barrierTo(key);
  if (key === null || barrier) {
    return (
      <Barred
        state={barredState(route.mode, barrier ?? 'incomplete_link')}
        link={key && fullLink(location, key)}
      />
    );
  }
  const controller = startVisit(accessOf(route, key));
  return <Recorder controller={controller} link={fullLink(location, key)} />;
}

function barrierTo(key: string | null): PageKind | null {
  if (key === null) return 'incomplete_link';
  if (!isSecureContext) return 'insecure';
  return CaptureClient.isSupported() ? null : 'unsupported';
}

function accessOf(route: RecorderRoute, key: string): CaptureAccess {
  return route.mode === 'contact'
    ? { mode: 'contact', contactId: route.contactId, key }
    : { mode: 'open', campaignId: route.campaignId, key };
}

function startVisit(access: CaptureAccess): RecorderController {
  const controller = new RecorderController({
    access,
    client: new CaptureClient({ baseUrl: location.origin, access }),
    listStranded: () => CaptureClient.listStranded(),
  });
  addEventListener('beforeunload', (event) => {
    if (isBusy(controller.snapshot())) event.preventDefault();
  });
  addEventListener('pagehide', () => controller.destroy());
  // Coming back by the back button finds a visit whose camera was let go: begin it anew.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  void controller.open();
  return controller;
}
