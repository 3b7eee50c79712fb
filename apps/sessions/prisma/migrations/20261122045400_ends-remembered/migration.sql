-- AlterTable
ALTER TABLE "session" ADD COLUMN     "promoted_at" TIMESTAMPTZ(3),
ADD COLUMN     "promotion_tried_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "take_acknowledgement" (
    "session_id" TEXT NOT NULL,
    "take_number" INTEGER NOT NULL,
    "participant_id" TEXT NOT NULL,
    "acknowledged_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "take_acknowledgement_pkey" PRIMARY KEY ("session_id","take_number","participant_id")
);

-- CreateIndex
CREATE INDEX "take_acknowledgement_participant_id_idx" ON "take_acknowledgement"("participant_id");

-- CreateIndex
CREATE INDEX "session_state_promoted_at_ended_at_idx" ON "session"("state", "promoted_at", "ended_at");

-- AddForeignKey
ALTER TABLE "take_acknowledgement" ADD CONSTRAINT "take_acknowledgement_session_id_fkey" FOREIGN KEY ("session_id") REFERENCES "session"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "take_acknowledgement" ADD CONSTRAINT "take_acknowledgement_participant_id_fkey" FOREIGN KEY ("participant_id") REFERENCES "participant"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10): its organization is that of its "session", whose policy applies in here.

ALTER TABLE "take_acknowledgement" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "take_acknowledgement" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "take_acknowledgement" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "session" WHERE "session"."id" = "take_acknowledgement"."session_id")
);
