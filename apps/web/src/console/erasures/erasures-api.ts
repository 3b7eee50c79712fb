import { call, type Answer } from '../api/console-client.js';

const ALL = '/console/api/erasures';

export type Erasure = Answer<typeof ALL, 'get'>['data'][number];

export const erasureKeys = {
  list: ['erasures', 'list'] as const,
  receipt: (id: string) => ['erasures', 'receipt', id] as const,
};

export const listErasures = (cursor: string | undefined) =>
  call('get', ALL, { query: cursor === undefined ? {} : { cursor } });

export const erasePerson = (email: string) => call('post', ALL, { body: { email } });

export const readReceipt = (id: string) => call('get', `${ALL}/{id}/receipt`, { at: { id } });
