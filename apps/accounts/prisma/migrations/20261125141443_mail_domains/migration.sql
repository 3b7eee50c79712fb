-- CreateTable
CREATE TABLE "mail_domain" (
    "organization_id" TEXT NOT NULL,
    "domain" TEXT NOT NULL,
    "token" TEXT NOT NULL,
    "vouched" BOOLEAN NOT NULL,
    "held_domain" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "proven_at" TIMESTAMPTZ(3),
    "seen_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "missing_since" TIMESTAMPTZ(3),

    CONSTRAINT "mail_domain_pkey" PRIMARY KEY ("organization_id","domain")
);

-- CreateIndex
CREATE UNIQUE INDEX "mail_domain_held_domain_key" ON "mail_domain"("held_domain");

-- CreateIndex
CREATE INDEX "mail_domain_checked_at_idx" ON "mail_domain"("checked_at");

-- AddForeignKey
ALTER TABLE "mail_domain" ADD CONSTRAINT "mail_domain_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10).

ALTER TABLE "mail_domain" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "mail_domain" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "mail_domain" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- The domains that operators named until now: they vouch for them.

INSERT INTO "mail_domain" ("organization_id", "domain", "token", "vouched", "held_domain", "created_at")
SELECT d."organization_id", d."domain",
       replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
       true, d."domain", p."updated_at"
FROM "identity_provider_domain" d JOIN "identity_provider" p ON p."organization_id" = d."organization_id"
ON CONFLICT DO NOTHING;
