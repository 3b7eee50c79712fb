import { AppError } from '@capture/contracts';

export type LinkKind = 'contact' | 'campaign';

/** What a link key is derived from. Raising `version` voids every earlier key. */
export interface LinkTarget {
  kind: LinkKind;
  id: string;
  version: number;
}

/** The same error for every link, take or key that does not work, so that callers cannot probe for what exists. */
export function linkExpired(): AppError {
  return new AppError(
    'link_expired',
    'This link does not work, or does not work any more. Ask for a new one.',
  );
}
