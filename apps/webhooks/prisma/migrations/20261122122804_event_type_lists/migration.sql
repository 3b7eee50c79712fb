-- CreateIndex
CREATE INDEX "event_organization_id_type_sequence_idx" ON "event"("organization_id", "type", "sequence");
