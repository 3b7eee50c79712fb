-- AlterTable
ALTER TABLE "upload" ADD COLUMN     "file_key" TEXT;

-- AlterTable
ALTER TABLE "upload_part" ADD COLUMN     "awaited_sha256" TEXT,
ADD COLUMN     "awaited_size" INTEGER;
