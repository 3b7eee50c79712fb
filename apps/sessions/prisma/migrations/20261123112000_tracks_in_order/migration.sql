-- DropIndex
DROP INDEX "session_track_session_id_idx";

-- CreateIndex
CREATE INDEX "session_track_session_id_id_idx" ON "session_track"("session_id", "id");
