import { invalidField } from '@capture/contracts';

/** What respondents are asked to accept. */
export interface Release {
  required: boolean;
  text: string | null;
  /** Number of the wording shown; null when none is. */
  number: number | null;
  /** Wordings ever made on this request. */
  count: number;
}

export interface ReleaseChange {
  required?: boolean | null;
  text?: string | null;
}

export const NO_RELEASE: Release = { required: false, text: null, number: null, count: 0 };

/** Label of a wording: v1, v2… */
export function versionLabel(number: number): string {
  return `v${number}`;
}

/** Number behind a label; undefined when it is none of ours. */
export function versionNumber(label: string): number | undefined {
  const match = /^v([1-9]\d{0,8})$/.exec(label);
  return match ? Number(match[1]) : undefined;
}

/**
 * Merges a change into a release (RFC 7396: null removes). Another text is another wording with the next number;
 * the same text again is not.
 */
export function changeRelease(release: Release, change: ReleaseChange | null): Release {
  const { required = release.required, text = release.text } = change ?? { required: null, text: null };
  const changed: Release = { ...release, required: required ?? false, text };
  if (changed.required && text === null) {
    throw invalidField('release.text', 'required', 'release.text is required when a release is.');
  }
  if (text === release.text) return changed;
  if (text === null) return { ...changed, number: null };
  return { ...changed, number: release.count + 1, count: release.count + 1 };
}

/** Number of the wording that was displayed. Wordings are numbered from 1 and all kept. */
export function wordingShown(release: Release, label: string | undefined): number | null {
  if (label === undefined) return null;
  const number = versionNumber(label);
  if (number !== undefined && number <= release.count) return number;
  throw invalidField('releaseVersion', 'not_allowed', 'releaseVersion is not a wording of this request.');
}

/** Holds when the take is opened and again when it is completed: a release may have become required meanwhile. */
export function assertAccepted(release: Release, accepted: boolean, number: number | null): void {
  if (!release.required) return;
  if (!accepted)
    throw invalidField('releaseAccepted', 'required', 'This request needs its release accepted.');
  if (number === null)
    throw invalidField('releaseVersion', 'required', 'releaseVersion is required when a release is.');
}
