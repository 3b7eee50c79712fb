-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "attempt" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "completion" TEXT,
ADD COLUMN     "deaths" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "failure" TEXT,
ADD COLUMN     "retry_at" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "upload_state_retry_at_idx" ON "upload"("state", "retry_at");
