-- CreateTable
CREATE TABLE "person" (
    "email" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "password_set_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_pkey" PRIMARY KEY ("email")
);

-- CreateTable
CREATE TABLE "sign_in" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "password_link" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "password_link_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "sign_in_failure" (
    "id" BIGSERIAL NOT NULL,
    "subject" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "sign_in_failure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sign_in_member_id_idx" ON "sign_in"("member_id");

-- CreateIndex
CREATE INDEX "password_link_member_id_idx" ON "password_link"("member_id");

-- CreateIndex
CREATE INDEX "sign_in_failure_subject_at_idx" ON "sign_in_failure"("subject", "at");

-- CreateIndex
CREATE INDEX "sign_in_failure_at_idx" ON "sign_in_failure"("at");

-- CreateIndex
CREATE INDEX "member_email_idx" ON "member"("email");

-- AddForeignKey
ALTER TABLE "sign_in" ADD CONSTRAINT "sign_in_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "password_link" ADD CONSTRAINT "password_link_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10). "person" and "sign_in_failure" are no organization's: people belong to several, and who
-- fails to sign in is not known to be anybody's.

ALTER TABLE "sign_in" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "sign_in" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "sign_in" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "password_link" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "password_link" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "password_link" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
