import { Injectable } from '@nestjs/common';
import { Database } from '@capture/persistence';
import type { PrismaClient } from '../generated/prisma/client.js';
import type { ChatEntry } from '../messages/server-messages.js';

/** Messages that a room keeps for those who come later. */
const KEPT = 50;

/** What people write to each other while their room is open. */
@Injectable()
export class ChatRepository {
  constructor(private readonly database: Database<PrismaClient>) {}

  /** Keeps a message, and forgets those that are older than the last 50. */
  async add(sessionId: string, message: Omit<ChatEntry, 'chatId'>): Promise<ChatEntry> {
    const { participantId, displayName, text, at } = message;
    const data = { sessionId, participantId, displayName, text, saidAt: new Date(at) };
    const { id } = await this.database.client.chatMessage.create({ data, select: { id: true } });
    await this.database.execute(
      `DELETE FROM chat_message WHERE session_id = $1 AND id <=
         (SELECT id FROM chat_message WHERE session_id = $1 ORDER BY id DESC OFFSET ${KEPT} LIMIT 1)`,
      sessionId,
    );
    return { chatId: id.toString(), ...message };
  }

  /** In the order in which they were said. */
  async last(sessionId: string): Promise<ChatEntry[]> {
    const rows = await this.database.client.chatMessage.findMany({
      where: { sessionId },
      orderBy: { id: 'desc' },
      take: KEPT,
    });
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
