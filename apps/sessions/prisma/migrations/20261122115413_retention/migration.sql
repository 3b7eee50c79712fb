-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "name_removed_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "participant_name_removed_at_joined_at_idx" ON "participant"("name_removed_at", "joined_at");

-- CreateIndex
CREATE INDEX "session_token_expires_at_idx" ON "session_token"("expires_at");

-- CreateIndex
CREATE INDEX "session_track_created_at_idx" ON "session_track"("created_at");

-- CreateIndex
CREATE INDEX "take_acknowledgement_acknowledged_at_idx" ON "take_acknowledgement"("acknowledged_at");
