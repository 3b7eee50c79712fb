import { isSupported } from '@capture/browser/room';
import type { ReactNode } from 'react';
import { extractLinkKey, fullLink } from '../recorder/link/link-key.js';
import type { RoomRoute } from '../route.js';
import { keepsFiles } from '../recorder/link/keeps-files.js';
import { RoomController } from './flow/room.controller.js';
import type { PageKind } from './flow/room.phase.js';
import { BlockedRoom, RoomPage } from './room.js';

/** Starts a visit to a room's link. Runs once per page load. */
export async function openRoom(route: RoomRoute): Promise<ReactNode> {
  const token = extractLinkKey({ location, history, storage: () => sessionStorage }, 't');
  const blocked = await blockingPage(route, token);
  if (blocked) return <BlockedRoom page={blocked} link={token && fullLink(location, token, 't')} />;
  const controller = new RoomController(route, token ?? '', location.pathname.replace(/\/+$/, ''));
  addEventListener('beforeunload', (event) => {
    if (controller.isBusy) event.preventDefault();
  });
  addEventListener('pagehide', () => controller.destroy());
  // After the back button the page is restored without its camera: start over.
  addEventListener('pageshow', (event) => {
    if (event.persisted) location.reload();
  });
  void controller.open();
  return <RoomPage controller={controller} />;
}

/** A host of record needs no token in the address. */
async function blockingPage({ role }: RoomRoute, token: string | null): Promise<PageKind | null> {
  if (token === null && role === 'guest') return 'incomplete_link';
  if (!isSecureContext) return 'insecure';
  if (!isSupported()) return 'unsupported';
  return (await keepsFiles()) ? null : 'keeps_nothing';
}
