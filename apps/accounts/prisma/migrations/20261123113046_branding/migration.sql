-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "colour" TEXT,
ADD COLUMN     "display_name" TEXT,
ADD COLUMN     "logo" TEXT;

-- CreateTable
CREATE TABLE "logo" (
    "organization_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "png" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "logo_pkey" PRIMARY KEY ("organization_id","sha256")
);

-- CreateIndex
CREATE INDEX "logo_sha256_idx" ON "logo"("sha256");

-- AddForeignKey
ALTER TABLE "logo" ADD CONSTRAINT "logo_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10).

ALTER TABLE "logo" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "logo" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "logo" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
