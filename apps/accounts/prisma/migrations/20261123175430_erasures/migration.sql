-- CreateTable
CREATE TABLE "erased_suppression" (
    "organization_id" TEXT NOT NULL,
    "address_hash" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "erased_suppression_pkey" PRIMARY KEY ("organization_id","address_hash")
);

-- CreateTable
CREATE TABLE "person_erasure" (
    "id" TEXT NOT NULL,
    "organization_id" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "erased_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "person_erasure_pkey" PRIMARY KEY ("id")
);

ALTER TABLE "erased_suppression" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "erased_suppression" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "erased_suppression" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "person_erasure" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "person_erasure" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "person_erasure" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- The log of changes stays append only, but that an address of a person who is erased is taken out of it: a row may be
-- replaced by itself with that one address, which the transaction has named, put as [erased]. Nothing else may change.
-- The adapter splits migrations at every semicolon, wherever it stands: \x3b is the one inside the body.
CREATE FUNCTION refuse_audit_rewrite() RETURNS trigger LANGUAGE plpgsql AS E'
DECLARE
  address text := current_setting(''capture.erased_address'', true)\x3b
  expected "audit_entry"%ROWTYPE := OLD\x3b
BEGIN
  IF length(address) > 0 THEN
    IF OLD.subject = address THEN expected.subject := ''[erased]''\x3b END IF\x3b
    expected.detail := replace(OLD.detail::text, to_json(address)::text, ''"[erased]"'')::jsonb\x3b
    IF NEW IS NOT DISTINCT FROM expected THEN RETURN NEW\x3b END IF\x3b
  END IF\x3b
  RAISE EXCEPTION ''audit_entry is append only''\x3b
END';

DROP TRIGGER audit_entry_append_only ON "audit_entry";
CREATE TRIGGER audit_entry_append_only
  BEFORE DELETE OR TRUNCATE ON "audit_entry"
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_entry_not_rewritten
  BEFORE UPDATE ON "audit_entry"
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_rewrite();
