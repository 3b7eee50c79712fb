export interface Layout {
  placeOf?: (file: string) => string;
  importOf?: (name: string, file: string) => string;
}
export const APART: string[];
export function bundle(entries: Record<string, string>, folder: string, layout?: Layout): Promise<string[]>;
