// One address before several processes, as a Kubernetes Service is: connections go to them in turn, and to another one
// where a process does not listen.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

export async function balancer(ports) {
  let next = 0;
  const open = new Set();
  const join = (client, attempts) => {
    next += 1;
    const upstream = connect(ports[next % ports.length], '127.0.0.1');
    let isConnected = false;
    upstream.once('connect', () => {
      isConnected = true;
      client.pipe(upstream).pipe(client);
    });
    upstream.on('error', () => undefined);
    upstream.once('close', () => {
      open.delete(upstream);
      if (!isConnected && attempts > 1) join(client, attempts - 1);
      else client.destroy();
    });
    client.once('close', () => upstream.destroy());
    open.add(upstream);
  };
  const server = createServer({ noDelay: true }, (client) => {
    client.on('error', () => undefined);
    open.add(client);
    client.once('close', () => open.delete(client));
    join(client, ports.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}
