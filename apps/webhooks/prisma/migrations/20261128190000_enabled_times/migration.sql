-- AlterTable
ALTER TABLE "endpoint" ADD COLUMN     "enabled_times" INTEGER NOT NULL DEFAULT 0;
