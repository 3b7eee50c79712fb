import { AppError } from '@capture/contracts';

const OUT_OF_SPACE = new Set(['ENOSPC', 'EDQUOT']);
const OUT_OF_ORDER = new Set(['EFBIG', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'EACCES', 'ESTALE', 'ELOOP']);

export function codeOf(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code);
}

export function storageFull(cause?: unknown): AppError {
  const detail = 'The store has no room for these bytes. Nothing that was stored is lost; try again later.';
  return new AppError('storage_full', detail, {}, { cause });
}

/** What the sender is told of a failure of the disk; any other error unchanged. */
export function explained(error: unknown): unknown {
  if (OUT_OF_SPACE.has(codeOf(error))) return storageFull(error);
  if (!OUT_OF_ORDER.has(codeOf(error))) return error;
  const detail = 'The store is out of order at the moment. Nothing that was stored is lost; try again later.';
  return new AppError('service_unavailable', detail, { retryAfterSec: 30 }, { cause: error });
}

/** For what is not there. That it cannot be looked at says nothing about whether it is. */
export function absent(error: unknown): undefined {
  if (codeOf(error) !== 'ENOENT') throw explained(error);
}
