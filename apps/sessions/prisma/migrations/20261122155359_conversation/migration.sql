-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "device_state" JSONB,
ADD COLUMN     "live_connection_id" TEXT,
ADD COLUMN     "ready_take" INTEGER;

-- AlterTable
ALTER TABLE "session_track" ADD COLUMN     "size_bytes" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "stored_bytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "take" ADD COLUMN     "announced_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "chat_message" (
    "id" BIGSERIAL NOT NULL,
    "session_id" TEXT NOT NULL,
    "participant_id" TEXT NOT NULL,
    "display_name" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "said_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "chat_message_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "chat_message_session_id_id_idx" ON "chat_message"("session_id", "id" DESC);

-- CreateIndex
CREATE INDEX "chat_message_participant_id_idx" ON "chat_message"("participant_id");

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "chat_message" ADD CONSTRAINT "chat_message_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Second isolation lock (ADR 10): its organization is that of its "session", whose policy applies in here.

ALTER TABLE "chat_message" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "chat_message" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "chat_message" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "chat_message"."session_id" OFFSET 0)
);
