export function deadWeight(root: string): string[];
