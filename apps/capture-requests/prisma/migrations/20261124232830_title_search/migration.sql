-- CreateIndex
CREATE INDEX "capture_request_organization_id_id_title_status_deadline_at_idx" ON "capture_request"("organization_id", "id", "title", "status", "deadline_at");
