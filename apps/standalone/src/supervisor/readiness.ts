import { connect } from 'node:net';
import { request } from 'undici';

const ANSWER_MS = 2_000;

/** Whether a process listens there. */
export function accepts(port: number, host = '127.0.0.1'): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: ANSWER_MS });
    const end = (accepted: boolean): void => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => end(true));
    for (const event of ['timeout', 'error']) socket.once(event, () => end(false));
  });
}

/** Whether the app there is ready. One that does not listen yet is not called: that takes ten times as long. */
export async function isReady(port: number, host = '127.0.0.1'): Promise<boolean> {
  if (!(await accepts(port, host))) return false;
  try {
    const url = `http://${host}:${port}/health/ready`;
    const answer = await request(url, { signal: AbortSignal.timeout(ANSWER_MS) });
    await answer.body.dump();
    return answer.statusCode === 200;
  } catch {
    return false;
  }
}
