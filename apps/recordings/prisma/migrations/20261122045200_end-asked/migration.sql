-- AlterTable
ALTER TABLE "recording" ADD COLUMN     "acknowledged_takes" TEXT NOT NULL DEFAULT '[]',
ADD COLUMN     "end_asked_at" TIMESTAMPTZ(3);
