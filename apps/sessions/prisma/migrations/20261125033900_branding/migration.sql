-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "colour" TEXT,
ADD COLUMN     "logo" TEXT,
ADD COLUMN     "name" TEXT;
