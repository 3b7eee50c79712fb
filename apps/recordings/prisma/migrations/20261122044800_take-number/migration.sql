-- AlterTable
ALTER TABLE "track" ADD COLUMN     "take_number" INTEGER;

-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "take_number" INTEGER;
