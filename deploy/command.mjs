// What the image of a service runs: serve (the default), migrate, or health, which asks the process that serves.
const port = process.env.CAPTURE_HTTP_PORT ?? '8080';

const COMMANDS = {
  serve: () => import('./dist/main.js'),
  migrate: () => import('./dist/migrate.js'),
  health: async () => {
    const url = `http://127.0.0.1:${port}/health/ready`;
    const ready = await fetch(url, { signal: AbortSignal.timeout(4_000) })
      .then(({ ok }) => ok)
      .catch(() => false);
    process.exitCode = ready ? 0 : 1;
  },
};

const [, , command = 'serve'] = process.argv;
if (!Object.hasOwn(COMMANDS, command)) {
  process.stderr.write(`Unknown command ${command}; there are ${Object.keys(COMMANDS).join(', ')}.\n`);
  process.exit(64);
}
await COMMANDS[command]();
