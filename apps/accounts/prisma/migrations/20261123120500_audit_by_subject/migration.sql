-- CreateIndex
CREATE INDEX "audit_entry_organization_id_subject_id_idx" ON "audit_entry"("organization_id", "subject", "id" DESC);
