import { Injectable } from '@nestjs/common';
import { Database, insertRow } from '@capture/persistence';
import type { ChatMessage, PrismaClient } from '../generated/prisma/client.js';
import type { ChatEntry } from '../messages/server-messages.js';

/** Messages that a room keeps for those who come later. */
const KEPT = 50;

type Kept = Pick<ChatMessage, 'id' | 'participantId' | 'displayName' | 'text' | 'saidAt'>;

/** What people write to each other while their room is open. */
@Injectable()
export class ChatRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Keeps a message, and forgets those that are older than the last 50. */
  async add(sessionId: string, message: Omit<ChatEntry, 'chatId'>): Promise<ChatEntry> {
    const { participantId, displayName, text, at } = message;
    const row = { sessionId, participantId, displayName, text, saidAt: new Date(at) };
    const { sql, values } = insertRow('chat_message', row);
    const [said] = await this.database.prepared<{ id: bigint }>(`${sql} RETURNING id`, ...values);
    if (!said) throw new Error('the message has no number');
    await this.database.execute(
      `DELETE FROM chat_message WHERE session_id = $1 AND id <=
         (SELECT id FROM chat_message WHERE session_id = $1 ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`,
      sessionId,
    );
    return { chatId: said.id.toString(), ...message };
  }

  /** In the order in which they were said. */
  async last(sessionId: string): Promise<ChatEntry[]> {
    const rows = await this.database.prepared<Kept>(
      `SELECT id, participant_id AS "participantId", display_name AS "displayName", text, said_at AS "saidAt"
       FROM chat_message WHERE session_id = $1 ORDER BY id DESC LIMIT ${KEPT}`,
      sessionId,
    );
    return rows.reverse().map(({ id, participantId, displayName, text, saidAt }) => ({
      chatId: id.toString(),
      participantId,
      displayName,
      text,
      at: saidAt.getTime(),
    }));
  }

  async clear(sessionId: string): Promise<void> {
    await this.database.client.chatMessage.deleteMany({ where: { sessionId } });
  }
}
