/** Files that are made of an original and kept beside it. */
export const RENDITIONS = ['seekable'] as const;
export type RenditionName = (typeof RENDITIONS)[number];

/** Key of a part's bytes: of the original, or of a rendition. */
export function partKey(
  organizationId: string,
  uploadId: string,
  part: { number: number; sha256: string; rendition?: RenditionName },
): string {
  const file = part.rendition === undefined ? '' : `${part.rendition}-`;
  const number = String(part.number).padStart(5, '0');
  return `${uploadPrefix(organizationId, uploadId)}${file}${number}-${part.sha256}`;
}

/** Key of a whole rendition that was joined from parts. */
export function renditionKey(
  ref: { organizationId: string; uploadId: string; name: RenditionName },
  merkleRoot: string,
): string {
  return `${uploadPrefix(ref.organizationId, ref.uploadId)}${ref.name}-${merkleRoot}`;
}

/** Key of a whole file that was joined from parts: they are in its name by the RFC 6962 root over their digests. */
export function takeKey(organizationId: string, uploadId: string, merkleRoot: string): string {
  return `${uploadPrefix(organizationId, uploadId)}take-${merkleRoot}`;
}

/** Key prefix of everything that belongs to an upload. */
export function uploadPrefix(organizationId: string, uploadId: string): string {
  return `${organizationId}/${uploadId}/`;
}

export interface PartKey {
  organizationId: string;
  uploadId: string;
  number: number;
  sha256: string;
}

/** Upload of a joined file, or undefined for any other key. */
export function parseTakeKey(key: string): { uploadId: string } | undefined {
  const match = /^org_[0-9a-z]{26}\/(upl_[0-9a-z]{26})\/take-[0-9a-f]{64}$/.exec(key);
  return match?.[1] === undefined ? undefined : { uploadId: match[1] };
}

/** What a key of a rendition names, a part (with its digest) or a joined file; undefined for any other key. */
export function parseRenditionKey(key: string): { uploadId: string; sha256?: string } | undefined {
  const match = /^org_[0-9a-z]{26}\/(upl_[0-9a-z]{26})\/(\w+)-(?:\d{5,}-([0-9a-f]{64})|[0-9a-f]{64})$/.exec(
    key,
  );
  const [, uploadId, name, sha256] = match ?? [];
  if (uploadId === undefined || !RENDITIONS.some((rendition) => rendition === name)) return undefined;
  return { uploadId, ...(sha256 === undefined ? {} : { sha256 }) };
}

/** What a key of a part of an original names, or undefined for a key that is none of ours. */
export function parsePartKey(key: string): PartKey | undefined {
  const match = /^(org_[0-9a-z]{26})\/(upl_[0-9a-z]{26})\/(\d{5,})-([0-9a-f]{64})$/.exec(key);
  if (!match) return undefined;
  const [, organizationId = '', uploadId = '', number = '', sha256 = ''] = match;
  return { organizationId, uploadId, number: Number(number), sha256 };
}

/** Upload that a blob belongs to; undefined for a key that this service would not write. */
export function uploadOf(key: string): string | undefined {
  return (parsePartKey(key) ?? parseTakeKey(key) ?? parseRenditionKey(key))?.uploadId;
}
