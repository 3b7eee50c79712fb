-- AlterTable
ALTER TABLE "take" ADD COLUMN     "empty_since" TIMESTAMPTZ(3),
ADD COLUMN     "opened_from" TEXT;

-- CreateIndex
CREATE INDEX "take_empty_since_idx" ON "take"("empty_since");
