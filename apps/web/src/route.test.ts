import { describe, expect, it } from 'vitest';
import { routeOf } from './route.js';

describe('the path decides what opens', () => {
  it.each([
    ['/', { entry: 'landing' }],
    ['/r/cnt_1', { entry: 'recorder', mode: 'contact', contactId: 'cnt_1' }],
    ['/r/cnt_1/', { entry: 'recorder', mode: 'contact', contactId: 'cnt_1' }],
    ['/o/cmp_1', { entry: 'recorder', mode: 'open', campaignId: 'cmp_1' }],
    ['/join/kfw-3nq-x7d', { entry: 'room', role: 'guest', roomCode: 'kfw-3nq-x7d' }],
    ['/host/ses_1/', { entry: 'room', role: 'host', sessionId: 'ses_1' }],
    ['/join', { entry: 'unknown' }],
    ['/r/cnt%5F1', { entry: 'recorder', mode: 'contact', contactId: 'cnt_1' }],
    ['/r/%E0%A4', { entry: 'recorder', mode: 'contact', contactId: '%E0%A4' }],
    ['/console/welcome', { entry: 'account', page: 'welcome' }],
    ['/console/invitation/', { entry: 'account', page: 'invitation' }],
    ['/console/forgot', { entry: 'account', page: 'forgot' }],
    ['/console', { entry: 'console' }],
    ['/console/requests/cap_1', { entry: 'console' }],
    ['/console/forgot/more', { entry: 'console' }],
    ['/r', { entry: 'unknown' }],
    ['/r/', { entry: 'unknown' }],
    ['/r/cnt_1/more', { entry: 'unknown' }],
    ['/elsewhere/x', { entry: 'unknown' }],
  ])('%s', (path, route) => {
    expect(routeOf(path)).toEqual(route);
  });
});
