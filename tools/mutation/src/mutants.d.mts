export interface Mutant {
  line: number;
  what: string;
  apply: () => string;
}

export function mutantsOf(fileName: string, text: string): Mutant[];
