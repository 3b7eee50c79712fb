-- AlterTable
ALTER TABLE "deletion_receipt" ADD COLUMN     "submission_id" TEXT;

-- CreateIndex
CREATE INDEX "deletion_receipt_submission_id_idx" ON "deletion_receipt"("submission_id");

-- Receipts of footage whose recording is still on record, as those of retention are, are found by its submission as well.
SET capture.organization = '*';
UPDATE "deletion_receipt" d SET "submission_id" = r."submission_id" FROM "recording" r WHERE r."id" = d."recording_id";
RESET capture.organization;
