import { createServer } from 'node:net';

/** @throws Error that says what to do when something already listens on `port`. */
export function assertPortFree(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new Error(`port ${port} is in use; set CAPTURE_PORT to a free one`)
          : error,
      ),
    );
    server.listen(port, host, () => server.close(() => resolve()));
  });
}
