export function missingTests(root: string): string[];
