-- AlterTable
ALTER TABLE "session" ADD COLUMN     "take_number" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "take_starts_at" TIMESTAMPTZ(3),
ADD COLUMN     "take_stopped_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "session_token" ADD COLUMN     "participant_id" TEXT;

-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "connection_id" TEXT,
ADD COLUMN     "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "session_track" (
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "participant_id" TEXT NOT NULL,
    "client_track_id" TEXT,
    "take_number" INTEGER NOT NULL,
    "kind" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "part_size" INTEGER,
    "completed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "session_track_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "organization" (
    "id" TEXT NOT NULL,
    "paused" BOOLEAN NOT NULL,
    "revision" INTEGER NOT NULL,

    CONSTRAINT "organization_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "session_track_participant_id_completed_idx" ON "session_track"("participant_id", "completed");

-- CreateIndex
CREATE UNIQUE INDEX "session_track_participant_id_client_track_id_key" ON "session_track"("participant_id", "client_track_id");

-- CreateIndex
CREATE UNIQUE INDEX "participant_connection_id_key" ON "participant"("connection_id");

-- CreateIndex
CREATE INDEX "participant_left_at_seen_at_idx" ON "participant"("left_at", "seen_at");

-- AddForeignKey
ALTER TABLE "session_token" ADD CONSTRAINT "session_token_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_track" ADD CONSTRAINT "session_track_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "session_track" ADD CONSTRAINT "session_track_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10): a track's organization is that of its "session", whose policy applies in here.

ALTER TABLE "session_track" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "session_track" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "session_track" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "session_track"."session_id")
);

ALTER TABLE "organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "organization" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "id" = (SELECT current_setting('capture.organization', true))
);
