import { CaptureClient, type CaptureAccess } from '@capture/browser';
import type { ReactNode } from 'react';
import type { RecorderRoute } from '../route.js';
import { blockedState, RecorderController } from './flow/recorder.controller.js';
import { isBusy } from './flow/recorder.model.js';
import type { PageKind } from './flow/recorder.state.js';
import { keepsFiles } from './link/keeps-files.js';
import { fullLink, extractLinkKey } from './link/link-key.js';
import { BlockedPage, Recorder } from './recorder.js';

/** Starts a visit to a respondent link. Runs once per page load. */
export async function openRecorder(route: RecorderRoute): Promise<ReactNode> {
  const key = extractLinkKey({ location, history, storage: () => sessionStorage });
  const blocked = await blockingPage(key);
  if (key === null || blocked) {
    return (
      <BlockedPage
        state={blockedState(route.mode, blocked ?? 'incomplete_link')}
        link={key && fullLink(location, key)}
      />
    );
  }
  const controller = startVisit(accessOf(route, key));
  return <Recorder controller={controller} link={fullLink(location, key)} />;
}

async function blockingPage(key: string | null): Promise<PageKind | null> {
  if (key === null) return 'incomplete_link';
  if (!isSecureContext) return 'insecure';
  if (!CaptureClient.isSupported()) return 'unsupported';
  return (await keepsFiles()) ? null : 'keeps_nothing';
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
    device: CaptureClient,
  });
  addEventListener('beforeunload', (event) => {
    if (isBusy(controller.snapshot())) event.preventDefault();
  });
  addEventListener('pagehide', () => controller.destroy());
  // After the back button the page is restored without its camera: start over.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  void controller.open();
  return controller;
}
