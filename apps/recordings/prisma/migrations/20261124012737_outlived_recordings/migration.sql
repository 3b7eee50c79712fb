-- CreateIndex
CREATE INDEX "recording_organization_id_status_created_at_idx" ON "recording"("organization_id", "status", "created_at");
