// A port of a pod's loopback, reached from outside of it as through `kubectl port-forward`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface ForwardedPort {
  url: string;
  close(): void;
}

/** Runs in the pod's network namespace, one process for each connection: a process opens sockets in its own namespace only. */
const RELAY = `import { connect } from 'node:net';
const socket = connect(Number(process.argv[1]), '127.0.0.1');
process.stdin.pipe(socket).pipe(process.stdout);
socket.on('error', () => process.exit(1)).on('close', () => process.exit());`;

export async function forwardPort(namespace: string, port: number): Promise<ForwardedPort> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    const args = ['netns', 'exec', namespace, process.execPath, '--input-type=module', '--eval', RELAY];
    const relay = spawn('ip', [...args, String(port)], { stdio: ['pipe', 'pipe', 'ignore'] });
    socket.pipe(relay.stdin).on('error', () => socket.destroy());
    relay.stdout.pipe(socket).on('error', () => relay.kill());
    socket.on('close', () => {
      sockets.delete(socket);
      relay.kill();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}
