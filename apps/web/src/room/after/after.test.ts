import type { Room, TrackUpload } from '@capture/browser/room';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { announcement } from '../copy/room-words.js';
import { afterCopy, uploadsCopy } from '../copy/screens.copy.js';
import type { RoomController } from '../flow/room.controller.js';
import type { RoomSnapshot } from '../flow/room.snapshot.js';
import { After } from './after.js';

const SENT = { id: 'take-1', phase: 'done', takeNumber: 1, durationSec: 3, sizeBytes: 9, sentBytes: 9 };

function leftWith(room: Partial<Room>, uploads: object[] = []) {
  const snapshot: RoomSnapshot = {
    phase: { name: 'after', reason: 'left' },
    room: room as Room,
    uploads: uploads as TrackUpload[],
    organization: null,
    note: null,
  };
  const controller = { hostedSession: null } as RoomController;
  const page = renderToStaticMarkup(createElement(After, { reason: 'left', snapshot, controller }));
  return { page, announced: announcement(snapshot) };
}

it.each([
  ['is being ended', { isRecording: true, isFinishing: false }],
  ['is being finished', { isRecording: false, isFinishing: true }],
])('who leaves while a take %s is asked to keep the tab open, also when earlier ones are safe', (_, room) => {
  for (const uploads of [[], [SENT]]) {
    const { page, announced } = leftWith(room, uploads);
    expect(page).toContain(uploadsCopy.unfinished);
    expect(page).not.toContain(afterCopy.nothing);
    expect(page).not.toContain(uploadsCopy.safe);
    expect(announced).toBe('Sending what you recorded.');
  }
});

it('who leaves and recorded nothing, or has sent it all, is told that the tab may be closed', () => {
  const idle = { isRecording: false, isFinishing: false };
  expect(leftWith(idle).page).toContain(afterCopy.nothing);
  expect(leftWith(idle, [SENT]).page).toContain(uploadsCopy.safe);
});
