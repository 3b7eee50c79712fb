import { call, type Answer } from '../api/console-client.js';
import type { PublishedKeys } from './manifest/verify-manifest.js';

/** The calls of recordings, and under which keys their answers are kept. */

const ONE = '/console/api/recordings/{id}';

export type Recording = Answer<typeof ONE, 'get'>;
export type Track = Recording['tracks'][number];
export type ListedRecording = Answer<'/console/api/recordings', 'get'>['data'][number];
export type Receipt = Answer<typeof ONE, 'delete'>;

export const recordingKeys = {
  list: ['recordings'] as const,
  one: (id: string) => ['recording', id] as const,
  names: (id: string) => ['recording', id, 'names'] as const,
  poster: (id: string) => ['poster', id] as const,
  published: ['published-keys'] as const,
};

export const listRecordings = (cursor: string | undefined) =>
  call('get', '/console/api/recordings', { query: cursor === undefined ? {} : { cursor } });

export const readRecording = (id: string) => call('get', ONE, { at: { id } });

export const deleteRecording = (id: string) => call('delete', ONE, { at: { id } });

/** Where the file itself can be fetched for a while. */
export async function downloadUrl(id: string, trackId: string): Promise<string> {
  const at = { id, trackId };
  const { url } = await call('post', `${ONE}/tracks/{trackId}/download-url`, { at, body: {} });
  return url;
}

/** Names of the people on the tracks, by participant; the respondent's under null. */
export async function readNames({
  sessionId,
  captureRequestId,
  submissionId,
}: Recording): Promise<ReadonlyMap<string | null, string>> {
  if (sessionId !== null) {
    const { participants } = await call('get', '/console/api/sessions/{id}', { at: { id: sessionId } });
    return new Map(participants.map(({ participantId, displayName }) => [participantId, displayName]));
  }
  if (captureRequestId === null || submissionId === null) return new Map();
  const path = '/console/api/capture-requests/{id}/submissions/{submissionId}';
  const { displayName } = await call('get', path, { at: { id: captureRequestId, submissionId } });
  return new Map([[null, displayName]]);
}

/** The keys by which this server's signatures can be checked. */
export async function readPublishedKeys(): Promise<PublishedKeys> {
  const response = await fetch('/.well-known/capture-keys.json', { cache: 'no-store' });
  if (!response.ok) throw new Error(`The server answered ${response.status}.`);
  return (await response.json()) as PublishedKeys;
}
