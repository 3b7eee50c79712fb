-- AlterTable
ALTER TABLE "member" ADD COLUMN     "deactivated_at" TIMESTAMPTZ(3),
ADD COLUMN     "external_id" TEXT;

-- CreateTable
CREATE TABLE "scim_token" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "new_member_role" TEXT NOT NULL,
    "over_owners" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "scim_token_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "scim_token_hash_key" ON "scim_token"("hash");

-- CreateIndex
CREATE INDEX "scim_token_organization_id_idx" ON "scim_token"("organization_id");

-- CreateIndex
CREATE INDEX "member_organization_id_external_id_idx" ON "member"("organization_id", "external_id");

-- AddForeignKey
ALTER TABLE "scim_token" ADD CONSTRAINT "scim_token_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Second isolation lock (ADR 10).

ALTER TABLE "scim_token" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "scim_token" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "scim_token" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);
