import { describe, expect, it } from 'vitest';
import type { ServerMessage } from '../messages/server-messages.js';
import { ToldTakes } from './told-takes.js';

const AT = { atServerTime: 1 };

function take(type: 'take.start' | 'take.stop', takeNumber: number): ServerMessage {
  return { type, takeNumber, ...AT };
}

function welcome(takeNumber: number, recording: boolean): ServerMessage {
  return { type: 'welcome', state: { takeNumber, recording, ...AT } } as ServerMessage;
}

function told(...messages: ServerMessage[]): ServerMessage[] {
  const takes = new ToldTakes();
  return messages.filter((message) => takes.isNews(message));
}

describe('what a client is told of takes', () => {
  it('is told once, however often it is said', () => {
    const [start, stop, next] = [take('take.start', 1), take('take.stop', 1), take('take.start', 2)];
    expect(told(welcome(0, false), start, start, stop, stop, next, next).slice(1)).toEqual([
      start,
      stop,
      next,
    ]);
  });

  it('never goes back: a start that was read before the stop was told starts nothing', () => {
    const [stop, next] = [take('take.stop', 1), take('take.start', 2)];
    expect(told(welcome(0, false), stop, take('take.start', 1), next, stop).slice(1)).toEqual([stop, next]);
  });

  it('begins with the welcome: what that says is not said again', () => {
    const stop = take('take.stop', 3);
    expect(told(welcome(3, true), take('take.start', 3), stop).slice(1)).toEqual([stop]);
    expect(told(welcome(3, false), take('take.start', 3), stop).slice(1)).toEqual([]);
  });

  it('holds nothing else back', () => {
    const ended: ServerMessage = { type: 'session.ended' };
    expect(told(ended, ended)).toEqual([ended, ended]);
  });
});
