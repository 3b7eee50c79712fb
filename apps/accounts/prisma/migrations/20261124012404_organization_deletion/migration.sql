-- AlterTable
ALTER TABLE "organization" ADD COLUMN     "closed_at" TIMESTAMPTZ(3),
ADD COLUMN     "deletion_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "organization_deletion" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "requested_by" TEXT NOT NULL,
    "ip" TEXT,
    "requested_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "begun_at" TIMESTAMPTZ(3),
    "completed_at" TIMESTAMPTZ(3),
    "steps" JSONB NOT NULL,
    "receipt" TEXT,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),

    CONSTRAINT "organization_deletion_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "organization_deletion_organization_id_key" ON "organization_deletion"("organization_id");

-- CreateIndex
CREATE INDEX "organization_deletion_next_attempt_at_idx" ON "organization_deletion"("next_attempt_at");

ALTER TABLE "organization_deletion" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization_deletion" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "organization_deletion" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- The log of changes stays append only, but that it goes with its organization: rows may be deleted while the deletion of
-- the organization that they are of is under way.
-- The adapter splits migrations at every semicolon, wherever it stands: \x3b is the one inside the body.
CREATE FUNCTION refuse_audit_delete() RETURNS trigger LANGUAGE plpgsql AS E'
BEGIN
  IF EXISTS (SELECT FROM "organization_deletion" d WHERE d.organization_id = OLD.organization_id
             AND d.begun_at IS NOT NULL AND d.completed_at IS NULL) THEN
    RETURN OLD\x3b
  END IF\x3b
  RAISE EXCEPTION ''audit_entry is append only''\x3b
END';

DROP TRIGGER audit_entry_append_only ON "audit_entry";
CREATE TRIGGER audit_entry_append_only
  BEFORE TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_not_deleted
  BEFORE DELETE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_delete();
