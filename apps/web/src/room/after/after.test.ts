import type { Room, TrackUpload } from '@capture/browser/room';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { announcement, titleOf } from '../copy/room-words.js';
import { titleCopy } from '../copy/room.copy.js';
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
  return { page, announced: announcement(snapshot), title: titleOf(snapshot) };
}

it.each([
  ['is being ended', { isRecording: true, isFinishing: false }],
  ['is being finished', { isRecording: false, isFinishing: true }],
])('who leaves while a take %s is asked to keep the tab open, also when earlier ones are safe', (_, room) => {
  for (const uploads of [[], [SENT]]) {
    const { page, announced, title } = leftWith(room, uploads);
    expect(page).toContain(uploadsCopy.unfinished);
    expect(page).not.toContain(afterCopy.nothing);
    expect(page).not.toContain(uploadsCopy.safe);
    expect(announced).toBe('Sending what you recorded.');
    expect(title).toContain(titleCopy.sending);
  }
});

it('who leaves and recorded nothing, or has sent it all, is told that the tab may be closed', () => {
  const idle = { isRecording: false, isFinishing: false };
  expect(leftWith(idle).page).toContain(afterCopy.nothing);
  expect(leftWith(idle).announced).toBe(afterCopy.nothing);
  expect(leftWith(idle, [SENT]).page).toContain(uploadsCopy.safe);
});

it('the title says that something is sent for as long as it is, and then what the page says', () => {
  const idle = { isRecording: false, isFinishing: false };
  const titleWith = (...uploads: object[]) => leftWith(idle, uploads).title;
  const failed = { ...SENT, id: 'take-2', phase: 'failed' };
  expect(titleWith(SENT, { ...failed, phase: 'waiting' })).toContain(titleCopy.sending);
  expect(titleWith(SENT, failed)).toContain(uploadsCopy.failed);
  expect(leftWith(idle, [failed]).announced).toBe('');
  for (const uploads of [[], [SENT], [{ ...failed, isGivenUp: true }]])
    expect(titleWith(...uploads)).toContain(afterCopy.left);
});
