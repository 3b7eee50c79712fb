-- Second isolation lock (ADR 10): rows are there for the organization that a statement runs for, told by the
-- connection as capture.organization, where '*' stands for every one. FORCE, because the service's role owns its tables.

ALTER TABLE "upload" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "upload" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "upload" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "recording" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "recording" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "recording" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "track" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "track" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "track" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "rendition" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rendition" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "rendition" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "rendition_part" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "rendition_part" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "rendition_part" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "download_grant" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "download_grant" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "download_grant" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "deletion_receipt" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "deletion_receipt" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "deletion_receipt" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "organization_retention" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "organization_retention" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "organization_retention" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "outbox" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "outbox" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "outbox" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

ALTER TABLE "dead_letter" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "dead_letter" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "dead_letter" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR "organization_id" = (SELECT current_setting('capture.organization', true))
);

-- Its organization is that of its "upload", whose policy applies in here.

ALTER TABLE "upload_part" ENABLE ROW LEVEL SECURITY;
ALTER TABLE "upload_part" FORCE ROW LEVEL SECURITY;
CREATE POLICY organization ON "upload_part" USING (
  (SELECT current_setting('capture.organization', true)) = '*'
  OR EXISTS (SELECT FROM "upload" WHERE "upload"."id" = "upload_part"."upload_id")
);
