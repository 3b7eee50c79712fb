-- CreateIndex
CREATE INDEX "upload_organization_id_idx" ON "upload"("organization_id");
