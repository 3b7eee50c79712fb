import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runConfig } from './dockerfile.mjs';

it('an image that is laid out runs what its Dockerfile says, of the last stage alone', () => {
  const dockerfile = [
    '# a comment',
    'FROM one AS build',
    'ENV FIRST=1',
    'FROM two',
    'LABEL a="b" \\',
    '      c="d"',
    'WORKDIR /app',
    'ENV A=1 \\',
    '    B=2',
    'ENTRYPOINT ["node", "main.js"]',
    'CMD ["serve"]',
  ].join('\n');
  expect(runConfig(dockerfile)).toEqual({
    Env: ['PATH=/usr/bin:/bin', 'A=1', 'B=2'],
    WorkingDir: '/app',
    Entrypoint: ['node', 'main.js'],
    Cmd: ['serve'],
  });
  expect(() => runConfig('FROM one\nHEALTHCHECK NONE')).toThrow('HEALTHCHECK is not known here');
});

it('the Dockerfile of the services says nothing that is not understood', () => {
  const file = new URL('../../../deploy/Dockerfile', import.meta.url);
  expect(runConfig(readFileSync(file, 'utf8'))).toMatchObject({ WorkingDir: '/app', Cmd: ['serve'] });
});

it('images run with the flags that `npm start` and the benchmarks run with', async () => {
  const file = new URL('../../../deploy/Dockerfile', import.meta.url);
  const install = new URL('../../bootstrap/install.mjs', import.meta.url);
  const { productFlags } = (await import(install.href)) as { productFlags: string[] };
  const { Entrypoint = [] } = runConfig(readFileSync(file, 'utf8'));
  expect(Entrypoint.slice(1, -1)).toEqual([...productFlags, '--enable-source-maps']);
});
