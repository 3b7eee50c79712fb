import { useEffect, useSyncExternalStore } from 'react';
import { AskedBy } from '../ui/asked-by.js';
import { useFocusHome } from '../ui/focus.js';
import { Shell } from '../ui/shell.js';
import { announcement, titleOf } from './copy/room-words.js';
import type { RoomController } from './flow/room.controller.js';
import type { RoomSnapshot } from './flow/room.snapshot.js';
import type { PageKind } from './flow/room.phase.js';
import { After } from './after/after.js';
import { ClosingPage } from './after/closing-page.js';
import { GreenRoom } from './screens/green-room.js';
import { SignIn } from './screens/sign-in.js';
import { Stage } from './screens/stage.js';
import '../recorder/styles/layout.css';
import '../recorder/styles/camera.css';
import '../recorder/styles/submitting.css';
import './styles/room.css';

/** A room's page: shows the current step and announces it to screen readers. */
export function RoomPage({ controller }: { controller: RoomController }) {
  const snapshot = useSyncExternalStore(controller.subscribe, controller.snapshot);
  useTitle(titleOf(snapshot));
  useFocusHome(stepOf(snapshot));
  return (
    <Shell languages={snapshot.phase.name !== 'room' && snapshot.phase.name !== 'after'}>
      <p role="status" className="visually-hidden">
        {announcement(snapshot)}
      </p>
      {snapshot.phase.name !== 'page' && <AskedBy organization={snapshot.organization} />}
      <Step snapshot={snapshot} controller={controller} />
    </Shell>
  );
}

/** The page when something prevents the visit from beginning. */
export function BlockedRoom({ page, link }: { page: PageKind; link: string | null }) {
  return (
    <Shell>
      <ClosingPage page={page} link={link} />
    </Shell>
  );
}

function Step({ snapshot, controller }: { snapshot: RoomSnapshot; controller: RoomController }) {
  const { phase, room } = snapshot;
  switch (phase.name) {
    case 'page':
      return <ClosingPage page={phase.page} link={null} snapshot={snapshot} controller={controller} />;
    case 'sign_in':
      return <SignIn phase={phase} controller={controller} />;
    case 'green':
      return (
        <GreenRoom phase={phase} note={snapshot.note} uploads={snapshot.uploads} controller={controller} />
      );
    case 'room':
      return room && <Stage snapshot={snapshot} room={room} controller={controller} />;
    case 'after':
      return <After reason={phase.reason} snapshot={snapshot} controller={controller} />;
  }
}

function stepOf({ phase }: RoomSnapshot): string {
  return phase.name === 'page' ? `page ${phase.page}` : phase.name;
}

function useTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
