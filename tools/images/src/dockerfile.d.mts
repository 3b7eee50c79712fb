export function runConfig(dockerfile: string): {
  Env: string[];
  Entrypoint?: string[];
  Cmd?: string[];
  WorkingDir?: string;
};
