export class TestRunner {
  constructor(root: string);
  run(files: string[], changed: string): Promise<string | undefined>;
  close(): Promise<void>;
}
