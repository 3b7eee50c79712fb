import type { ServerMessage } from '../messages/server-messages.js';

/** What one client was told of takes. Each starts once and then stops once, so that what is told of them has an order. */
export class ToldTakes {
  private latest = -1;

  /** Notes what this message tells of takes. False where the client knows that, or something later, already. */
  isNews(message: ServerMessage): boolean {
    const step = stepOf(message);
    if (step === undefined) return true;
    if (step <= this.latest) return false;
    this.latest = step;
    return true;
  }
}

/** Undefined of a message that tells nothing of takes. */
function stepOf(message: ServerMessage): number | undefined {
  switch (message.type) {
    case 'welcome':
      return message.state.takeNumber * 2 + (message.state.recording ? 0 : 1);
    case 'take.start':
      return message.takeNumber * 2;
    case 'take.stop':
      return message.takeNumber * 2 + 1;
    default:
      return undefined;
  }
}
