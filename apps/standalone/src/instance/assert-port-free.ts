import { createServer } from 'node:net';

/** @throws Error that says what to do when something already listens on `port`, which `setting` names. */
export function assertPortFree(host: string, port: number, setting: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is in use; set ${setting} to a free one`)
          : error,
      ),
    );
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
