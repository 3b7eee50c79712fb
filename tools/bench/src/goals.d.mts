export interface Row {
  what: string;
  ours: string;
  ratio?: string;
  goal?: string;
}

/** The row with `met`: yes or no. @throws Error when its goal is missing, or names no figure of the row */
export function judged<R extends Row>(row: R): R & { met: 'yes' | 'no' };
