-- CreateTable
CREATE TABLE "ready_organization" (
    "organization_id" TEXT NOT NULL,
    "ready_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ready_organization_pkey" PRIMARY KEY ("organization_id")
);

-- CreateIndex
CREATE INDEX "ready_organization_ready_at_idx" ON "ready_organization"("ready_at");

-- CreateIndex
CREATE INDEX "queue_item_organization_id_due_at_idx" ON "queue_item"("organization_id", "due_at");

-- Second isolation lock (ADR 10).
ALTER TABLE "ready_organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "ready_organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "ready_organization" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- Whatever is queued, by whichever statement or release, wakes the workers for its organization (ADR 29). A claim that has the
-- organization's row makes this wait, so that it cannot put off what it did not see.
-- Inside the function, \x3B stands for a semicolon: migrations are split at semicolons, quoted or not.
CREATE FUNCTION wake_organizations() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  INSERT INTO ready_organization (organization_id, ready_at)
  SELECT organization_id, min(due_at) FROM queued GROUP BY organization_id ORDER BY organization_id
  ON CONFLICT (organization_id) DO UPDATE SET ready_at = LEAST(ready_organization.ready_at, excluded.ready_at)\x3B
  RETURN NULL\x3B
END';

CREATE TRIGGER wake_organizations AFTER INSERT ON "queue_item" REFERENCING NEW TABLE AS queued
FOR EACH STATEMENT EXECUTE FUNCTION wake_organizations();
