-- CreateTable
CREATE TABLE "range_replay" (
    "id" BIGSERIAL NOT NULL,
    "organization_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "after_id" TEXT NOT NULL,
    "to_at" TIMESTAMPTZ(3) NOT NULL,
    "status" TEXT,
    "advanced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "range_replay_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "range_replay_endpoint_id_idx" ON "range_replay"("endpoint_id");

-- CreateIndex
CREATE INDEX "range_replay_advanced_at_id_idx" ON "range_replay"("advanced_at", "id");

-- Second isolation lock (ADR 10).
ALTER TABLE "range_replay" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "range_replay" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "range_replay" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
