/** Exit codes of the CLI, for scripts. */
export const EXIT = {
  ok: 0,
  /** The instance refused, or a document does not verify. */
  refused: 1,
  /** The command line is wrong. */
  usage: 2,
  /** No instance was found, or it does not answer. */
  unreachable: 3,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that the operator sees: what happened, and what to do next. */
export class CliFailure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    readonly code: string,
    message: string,
    readonly next: string,
  ) {
    super(message);
  }
}
