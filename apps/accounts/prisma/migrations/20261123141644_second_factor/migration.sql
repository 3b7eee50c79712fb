-- AlterTable
ALTER TABLE "person" ADD COLUMN     "second_factor_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "second_factor" (
    "email" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "last_step" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "second_factor_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "recovery_code" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,

    CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_challenge" (
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "password_tag" TEXT NOT NULL,
    "failure_ids" BIGINT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_challenge_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "second_factor_created_at_idx" ON "second_factor"("created_at");

-- CreateIndex
CREATE INDEX "recovery_code_email_idx" ON "recovery_code"("email");

-- CreateIndex
CREATE INDEX "sign_in_challenge_email_idx" ON "sign_in_challenge"("email");

-- CreateIndex
CREATE INDEX "sign_in_challenge_expires_at_idx" ON "sign_in_challenge"("expires_at");

-- AddForeignKey
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_email_fkey" FOREIGN KEY ("email") REFERENCES "person"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_email_fkey" FOREIGN KEY ("email") REFERENCES "second_factor"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sign_in_challenge" ADD CONSTRAINT "sign_in_challenge_email_fkey" FOREIGN KEY ("email") REFERENCES "second_factor"("email") ON DELETE CASCADE ON UPDATE CASCADE;

-- Second isolation lock (ADR 10). "second_factor" and "recovery_code" are no organization's: they are a person's.

ALTER TABLE "sign_in_challenge" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sign_in_challenge" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "sign_in_challenge" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
