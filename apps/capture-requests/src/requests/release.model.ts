import { invalidField } from '@capture/contracts';

/** What respondents are asked to accept. */
export interface Release {
  required: boolean;
  text: string | null;
  /** Number of the current wording; null without one. */
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

/** Number behind a label; undefined when it is malformed. */
export function versionNumber(label: string): number | undefined {
  const match = /^v([1-9]\d{0,8})$/.exec(label);
  return match ? Number(match[1]) : undefined;
}

/**
 * Merges a change into a release (RFC 7396: null removes). A changed text becomes a wording with the next number.
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

/**
 * Number of the wording that was displayed. Wordings are numbered from 1 and never deleted.
 * @throws AppError invalid_input for a label that this release never had.
 */
export function wordingShown(release: Release, label: string | undefined): number | null {
  if (label === undefined) return null;
  const number = versionNumber(label);
  if (number !== undefined && number <= release.count) return number;
  throw invalidField('releaseVersion', 'not_allowed', 'releaseVersion is not a wording of this request.');
}

/** Checked on opening and again on completing a take, because a release can become required in between. */
export function assertAccepted(release: Release, accepted: boolean, number: number | null): void {
  if (!release.required) return;
  if (!accepted)
    throw invalidField('releaseAccepted', 'required', 'This request needs its release accepted.');
  if (number === null)
    throw invalidField('releaseVersion', 'required', 'releaseVersion is required when a release is.');
}
