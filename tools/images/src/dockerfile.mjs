// What the last stage of a Dockerfile says about how its image is run.

/** Instructions that change files, or say something to people; the rest has to be understood. */
const OF_NO_EFFECT = ['ARG', 'LABEL', 'COPY', 'EXPOSE', 'USER'];

/** @returns Env, Entrypoint, Cmd and WorkingDir as the configuration of an OCI image names them */
export function runConfig(dockerfile) {
  const lines = dockerfile
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'));
  const last = lines.findLastIndex((line) => line.startsWith('FROM '));
  const config = { Env: ['PATH=/usr/bin:/bin'] };
  for (const line of lines.slice(last + 1)) {
    const [, instruction, rest] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (instruction === 'ENV') config.Env.push(...rest.trim().split(/\s+/));
    else if (instruction === 'ENTRYPOINT') config.Entrypoint = JSON.parse(rest);
    else if (instruction === 'CMD') config.Cmd = JSON.parse(rest);
    else if (instruction === 'WORKDIR') config.WorkingDir = rest;
    else if (!OF_NO_EFFECT.includes(instruction)) throw new Error(`${instruction} is not known here`);
  }
  return config;
}
