/** Whether a file, by its path below node_modules, is read by no process. */
export function isDeadWeight(path: string): boolean;
export function prune(app: string): void;
/** Bytes of all files below `folder`. */
export function sizeOf(folder: string): number;
