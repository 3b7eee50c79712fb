-- DropIndex
DROP INDEX "queue_item_endpoint_id_due_at_idx";

-- AlterTable
ALTER TABLE "queue_item" ADD COLUMN     "bulk" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "queue_item_endpoint_id_bulk_due_at_idx" ON "queue_item"("endpoint_id", "bulk", "due_at");
