import { call, type Answer, type Body } from '../api/console-client.js';
import { downloadUrl } from '../recordings/recordings-api.js';

/** The calls of requests, and under which keys their answers are kept. */

const ONE = '/console/api/capture-requests/{id}';

export type CaptureRequest = Answer<typeof ONE, 'get'>;
export type RequestStatus = CaptureRequest['status'];
/** What the form fills in. */
export type RequestFields = Omit<Body<'/console/api/capture-requests', 'post'>, 'status'>;
export type RequestChanges = Body<typeof ONE, 'patch'>;
export type Person = Body<`${typeof ONE}/contacts`, 'post'>['contacts'][number];
export type Contact = Answer<`${typeof ONE}/contacts`, 'get'>['data'][number];
export type Submission = Answer<`${typeof ONE}/submissions`, 'get'>['data'][number];

/** What a list of requests is narrowed to. */
export interface RequestFilter {
  status?: RequestStatus | undefined;
  /** A part of the title. */
  title?: string | undefined;
}

/** The longest title, and the longest part of one, in characters. */
export const MOST_TITLE = 200;

/** The most that one call adds. */
export const MOST_PEOPLE = 100;

export const requestKeys = {
  lists: ['requests'] as const,
  list: ({ status, title }: RequestFilter) => ['requests', status ?? 'all', title ?? ''] as const,
  one: (id: string) => ['request', id] as const,
  contacts: (id: string) => ['request', id, 'contacts'] as const,
  /** What a member has filled in for a new request, and not sent yet. */
  draft: (memberId: string) => ['request-draft', memberId] as const,
  submissions: (id: string) => ['request', id, 'submissions'] as const,
};

export const listRequests = ({ status, title }: RequestFilter, cursor: string | undefined) =>
  call('get', '/console/api/capture-requests', {
    query: { ...(status && { status }), ...(title && { title }), ...(cursor !== undefined && { cursor }) },
  });

export const createRequest = (body: RequestFields) => call('post', '/console/api/capture-requests', { body });

export const readRequest = (id: string) => call('get', ONE, { at: { id } });

export const updateRequest = (id: string, body: RequestChanges) => call('patch', ONE, { at: { id }, body });

export const closeRequest = (id: string) => call('post', `${ONE}/close`, { at: { id } });

export const deleteRequest = (id: string) => call('delete', ONE, { at: { id } });

export const rotateOpenLink = (id: string) => call('post', `${ONE}/rotate-open-link`, { at: { id } });

export const listContacts = (id: string, cursor: string | undefined) =>
  call('get', `${ONE}/contacts`, { at: { id }, query: cursor === undefined ? {} : { cursor } });

export const addContacts = (id: string, contacts: Person[]) =>
  call('post', `${ONE}/contacts`, { at: { id }, body: { contacts } });

export const rotateContactLink = (id: string, contactId: string) =>
  call('post', `${ONE}/contacts/{contactId}/rotate-link`, { at: { id, contactId } });

export const removeContact = (id: string, contactId: string) =>
  call('delete', `${ONE}/contacts/{contactId}`, { at: { id, contactId } });

/** @param limit submissions a page; a few without it */
export const listSubmissions = (id: string, cursor: string | undefined, limit?: number) =>
  call('get', `${ONE}/submissions`, {
    at: { id },
    query: { ...(cursor !== undefined && { cursor }), ...(limit !== undefined && { limit }) },
  });

export const readEvidence = (id: string, submissionId: string) =>
  call('get', `${ONE}/submissions/{submissionId}/evidence`, { at: { id, submissionId } });

/** The track that has arrived, if one has. */
async function arrivedTrack(recordingId: string): Promise<{ id: string } | undefined> {
  const { tracks } = await call('get', '/console/api/recordings/{id}', { at: { id: recordingId } });
  return tracks.find(({ state }) => state === 'available');
}

/** Where the file itself can be fetched for a while; null while it is still arriving. */
export async function submittedFileUrl(recordingId: string): Promise<string | null> {
  const track = await arrivedTrack(recordingId);
  return track ? downloadUrl(recordingId, track.id) : null;
}

/** Where the recording can be played for a while; null while it is still arriving. */
export async function playbackUrl(recordingId: string): Promise<string | null> {
  const track = await arrivedTrack(recordingId);
  if (!track) return null;
  const { url } = await call('post', '/console/api/recordings/{id}/tracks/{trackId}/playback-url', {
    at: { id: recordingId, trackId: track.id },
    body: {},
  });
  return url;
}
