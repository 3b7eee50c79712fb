-- DropForeignKey
ALTER TABLE "delivery" DROP CONSTRAINT "delivery_endpoint_id_fkey";

-- CreateTable
CREATE TABLE "deleted_endpoint" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL,
    "removed_up_to" TEXT NOT NULL DEFAULT '',

    CONSTRAINT "deleted_endpoint_pkey" PRIMARY KEY ("id")
);

-- Second isolation lock (ADR 10).
ALTER TABLE "deleted_endpoint" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "deleted_endpoint" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "deleted_endpoint" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
