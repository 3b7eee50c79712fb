-- AlterTable
ALTER TABLE "rendition" ADD COLUMN     "used_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "download_grant_created_at_idx" ON "download_grant"("created_at");

-- CreateIndex
CREATE INDEX "recording_deleted_at_idx" ON "recording"("deleted_at");

-- CreateIndex
CREATE INDEX "rendition_requested_at_idx" ON "rendition"("requested_at");
