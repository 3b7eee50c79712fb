-- AlterTable
ALTER TABLE "sign_in" ADD COLUMN     "browser" TEXT;
