-- AlterTable
ALTER TABLE "sign_in" ADD COLUMN     "issuer" TEXT;

-- AlterTable
ALTER TABLE "sign_in_challenge" ADD COLUMN     "issuer" TEXT;

-- CreateTable
CREATE TABLE "identity_provider" (
    "organization_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "client_id" TEXT NOT NULL,
    "sealed_secret" TEXT NOT NULL,
    "password_allowed" BOOLEAN NOT NULL,
    "asks_second_factor" BOOLEAN NOT NULL,
    "new_member_role" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "identity_provider_pkey" PRIMARY KEY ("organization_id")
);

-- CreateTable
CREATE TABLE "identity_provider_domain" (
    "domain" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,

    CONSTRAINT "identity_provider_domain_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "provider_identity" (
    "organization_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "member_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_identity_pkey" PRIMARY KEY ("organization_id","issuer","subject")
);

-- CreateTable
CREATE TABLE "started_sign_in" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "browser_tag" TEXT NOT NULL,
    "failure_ids" BIGINT[],
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "started_sign_in_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "identity_provider_domain_organization_id_idx" ON "identity_provider_domain"("organization_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_identity_member_id_issuer_key" ON "provider_identity"("member_id", "issuer");

-- CreateIndex
CREATE INDEX "started_sign_in_organization_id_idx" ON "started_sign_in"("organization_id");

-- CreateIndex
CREATE INDEX "started_sign_in_expires_at_idx" ON "started_sign_in"("expires_at");

-- AddForeignKey
ALTER TABLE "identity_provider" ADD CONSTRAINT "identity_provider_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "identity_provider_domain" ADD CONSTRAINT "identity_provider_domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "identity_provider"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_identity" ADD CONSTRAINT "provider_identity_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "identity_provider"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_identity" ADD CONSTRAINT "provider_identity_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "member"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "started_sign_in" ADD CONSTRAINT "started_sign_in_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "identity_provider"("organization_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Second isolation lock (ADR 10).

ALTER TABLE "identity_provider" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "identity_provider" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "identity_provider" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "identity_provider_domain" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "identity_provider_domain" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "identity_provider_domain" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "provider_identity" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "provider_identity" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "provider_identity" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "started_sign_in" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "started_sign_in" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "started_sign_in" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
