-- CreateIndex
CREATE INDEX "submission_organization_id_idx" ON "submission"("organization_id");

-- CreateIndex
CREATE INDEX "take_organization_id_idx" ON "take"("organization_id");
