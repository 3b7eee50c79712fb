-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "mail_count" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "mails_since" TIMESTAMPTZ(3);
