/** What a path opens. The gateway serves the same page for all paths. */
export type Route =
  | { entry: 'landing' }
  | { entry: 'recorder'; mode: 'contact'; contactId: string }
  | { entry: 'recorder'; mode: 'open'; campaignId: string }
  | { entry: 'room'; role: 'guest'; roomCode: string }
  | { entry: 'room'; role: 'host'; sessionId: string }
  | { entry: 'account'; page: AccountPage }
  | { entry: 'console' }
  | { entry: 'unknown' };

/** Pages below `/console` that need no sign-in: two of them open from the links of mails. */
export type AccountPage = 'welcome' | 'invitation' | 'forgot';
const ACCOUNT_PAGES: readonly string[] = ['welcome', 'invitation', 'forgot'] satisfies AccountPage[];

export type RoomRoute = Extract<Route, { entry: 'room' }>;
export type RecorderRoute = Extract<Route, { entry: 'recorder' }>;

/** Reads a `location.pathname`. A trailing slash is accepted, since mail clients add one. */
export function routeOf(pathname: string): Route {
  const [first = '', id, ...rest] = pathname.replace(/\/+$/, '').split('/').slice(1);
  if (first === '') return { entry: 'landing' };
  if (first === 'console' && !(rest.length === 0 && ACCOUNT_PAGES.includes(id ?? '')))
    return { entry: 'console' };
  if (!id || rest.length > 0) return { entry: 'unknown' };
  if (first === 'r') return { entry: 'recorder', mode: 'contact', contactId: decode(id) };
  if (first === 'o') return { entry: 'recorder', mode: 'open', campaignId: decode(id) };
  if (first === 'join') return { entry: 'room', role: 'guest', roomCode: decode(id) };
  if (first === 'host') return { entry: 'room', role: 'host', sessionId: decode(id) };
  if (first === 'console') return { entry: 'account', page: id as AccountPage };
  return { entry: 'unknown' };
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
