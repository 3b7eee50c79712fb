-- CreateTable
CREATE TABLE "deleted_organization" (
    "organization_id" TEXT NOT NULL,
    "deletion_id" TEXT NOT NULL,
    "counts" JSONB NOT NULL DEFAULT '{}',
    "begun_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deleted_organization_pkey" PRIMARY KEY ("organization_id")
);

ALTER TABLE "deleted_organization" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "deleted_organization" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "deleted_organization" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
