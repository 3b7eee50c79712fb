-- CreateTable
CREATE TABLE "fact_position" (
    "organization_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "last" BIGINT NOT NULL,

    CONSTRAINT "fact_position_pkey" PRIMARY KEY ("organization_id","source")
);

-- CreateTable
CREATE TABLE "early_fact" (
    "organization_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "ordinal" BIGINT NOT NULL,
    "envelope" TEXT NOT NULL,
    "arrived_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "early_fact_pkey" PRIMARY KEY ("organization_id","source","ordinal")
);

-- CreateIndex
CREATE INDEX "early_fact_arrived_at_idx" ON "early_fact"("arrived_at");

ALTER TABLE "fact_position" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "fact_position" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "fact_position" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "early_fact" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "early_fact" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "early_fact" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
