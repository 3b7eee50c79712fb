-- CreateTable
CREATE TABLE "erasure" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "email" TEXT,
    "address_sha256" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "ip" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),
    "steps" JSONB NOT NULL,
    "footage" JSONB NOT NULL,
    "receipt" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasure_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "erasure_organization_id_id_idx" ON "erasure"("organization_id", "id" DESC);

-- CreateIndex
CREATE INDEX "erasure_next_attempt_at_idx" ON "erasure"("next_attempt_at");

-- CreateIndex
CREATE INDEX "contact_organization_id_email_key_idx" ON "contact"("organization_id", "email_key");

ALTER TABLE "erasure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "erasure" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "erasure" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
