export function misplaced(root: string): string[];
