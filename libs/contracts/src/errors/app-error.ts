import { ERROR_CATALOGUE, type ErrorCode } from './catalogue.js';

export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** Members that a problem document carries beside the standard ones, by code (docs/errors). */
export interface ErrorExtras {
  field?: string;
  errors?: FieldError[];
  requiredScope?: string;
  requiredPlan?: string;
  requiredRole?: string;
  action?: string;
  cap?: number;
  count?: number;
  retryAfterSec?: number;
}

/**
 * The one error type that services throw on purpose. `code` picks status and title from the catalogue;
 * `detail` says what happened and what to do next, and must hold nothing secret: it is shown to callers.
 */
export class AppError extends Error {
  readonly status: number;
  readonly title: string;

  constructor(
    readonly code: ErrorCode,
    readonly detail: string,
    readonly extras: ErrorExtras = {},
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
    this.name = 'AppError';
    this.status = ERROR_CATALOGUE[code].status;
    this.title = ERROR_CATALOGUE[code].title;
  }
}

/** 400 `invalid_input` about a single field. */
export function invalidField(field: string, code: string, message: string): AppError {
  return new AppError('invalid_input', message, { field, errors: [{ field, code, message }] });
}

/** 404 `not_found`; the same answer for an absent object and for another organization's. */
export function notFound(what: string): AppError {
  return new AppError('not_found', `No ${what} with this id in your organization.`);
}
