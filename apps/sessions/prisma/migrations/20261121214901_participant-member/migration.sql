-- AlterTable
ALTER TABLE "participant" ADD COLUMN     "member_id" TEXT;
