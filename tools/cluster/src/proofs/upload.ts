// One capture from end to end: a request, a respondent's upload straight into the bucket, and the same bytes back.
import { createHash, randomBytes } from 'node:crypto';
import { until } from '../control/until.js';
import { Client } from '../load/client.js';
import type { Installation } from './installation.js';
import { makeKey } from '../load/organization.js';

const SIZE = 3_000_000;
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

function manifestOf(durationSec: number): object {
  const stoppedAt = new Date();
  return {
    manifestVersion: 1,
    sdk: { name: 'cluster', version: '0.0.0' },
    userAgent: 'cluster',
    platform: 'test',
    recorder: {
      mimeType: 'video/mp4',
      videoBitsPerSecond: null,
      audioBitsPerSecond: null,
      timesliceMs: 1000,
    },
    constraints: {},
    settings: {},
    devices: [],
    startedAt: new Date(stoppedAt.getTime() - durationSec * 1000).toISOString(),
    stoppedAt: stoppedAt.toISOString(),
    clock: { samples: 0, offsetMs: null, uncertaintyMs: null, driftPpm: null },
    fragments: [],
    merkleRoot: null,
    interruptions: [],
  };
}

interface Grant {
  number: number;
  url: string;
  headers: Record<string, string>;
}

/** Sends the take of the person with this link. @returns id of the submission */
async function submit(client: Client, link: string, bytes: Buffer): Promise<string> {
  const url = new URL(link);
  const [, , contact] = url.pathname.split('/');
  const respondent = client.as(url.searchParams.get('k') ?? '');
  const take = { durationSec: 3, sizeBytes: bytes.length, contentType: 'video/mp4', releaseAccepted: false };
  const { takeId, partSize } = await respondent.expect<{ takeId: string; partSize: number }>(
    'POST',
    `/v1/respond/contacts/${contact}/takes`,
    { ...take, manifest: manifestOf(3) },
  );
  const parts = Array.from({ length: Math.ceil(bytes.length / partSize) }, (_unused, index) => {
    const data = bytes.subarray(index * partSize, (index + 1) * partSize);
    return { number: index + 1, size: data.length, sha256: sha256(data) };
  });
  const { data } = await respondent.expect<{ data: Grant[] }>('POST', `/v1/respond/takes/${takeId}/parts`, {
    parts,
  });
  for (const { number, url: target, headers } of data) {
    if (!target.includes('capture-s3'))
      throw new Error(`part ${number} would not go into the bucket: ${target}`);
    const body = new Uint8Array(bytes.subarray((number - 1) * partSize, number * partSize));
    const { ok, status } = await fetch(target, { method: 'PUT', headers, body });
    if (!ok) throw new Error(`the bucket answered ${status}`);
  }
  const listed = parts.map(({ number, sha256: digest }) => ({ number, sha256: digest }));
  const done = await respondent.expect<{ submissionId: string }>(
    'POST',
    `/v1/respond/takes/${takeId}/complete`,
    {
      parts: listed,
    },
  );
  return done.submissionId;
}

interface Recording {
  status: string;
  tracks: { id: string; state: string; sha256: string }[];
}

export async function upload(installation: Installation): Promise<void> {
  const client = new Client(installation.url, await makeKey(installation, 'upload'));
  const bytes = Buffer.concat([Buffer.from('\0\0\0\x18ftypisom', 'latin1'), randomBytes(SIZE)]);
  const { id } = await client.expect<{ id: string }>('POST', '/v1/capture-requests', {
    title: 'A capture in a cluster',
    prompt: 'What happened?',
    status: 'active',
  });
  const { data } = await client.expect<{ data: { link: string }[] }>(
    'POST',
    `/v1/capture-requests/${id}/contacts`,
    {
      contacts: [{ name: 'Ada', email: 'ada@example.org' }],
    },
  );
  const submission = await submit(client, data[0]?.link ?? '', bytes);
  const path = `/v1/capture-requests/${id}/submissions/${submission}`;
  const { recordingId } = await client.expect<{ recordingId: string }>('GET', path);
  let recording: Recording = { status: '', tracks: [] };
  await until('the recording to be complete', async () => {
    recording = await client.expect<Recording>('GET', `/v1/recordings/${recordingId}`);
    return recording.status === 'complete';
  });
  const [track] = recording.tracks;
  const address = `/v1/recordings/${recordingId}/tracks/${track?.id}/download-url`;
  const { url } = await client.expect<{ url: string }>('POST', address, {});
  const got = new Uint8Array(await (await fetch(url)).arrayBuffer());
  if (sha256(got) !== sha256(bytes)) throw new Error('what was downloaded is not what was uploaded');
}
