-- AlterTable
ALTER TABLE "endpoint" ADD COLUMN     "mode" TEXT NOT NULL DEFAULT 'live';
