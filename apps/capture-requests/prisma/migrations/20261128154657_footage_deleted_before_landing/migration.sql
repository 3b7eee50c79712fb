-- AlterTable
ALTER TABLE "take" ADD COLUMN     "footage_deleted_at" TIMESTAMPTZ(3),
ADD COLUMN     "footage_deleted_for" TEXT;
